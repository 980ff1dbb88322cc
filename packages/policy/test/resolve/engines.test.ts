import { describe, expect, it } from "@jest/globals";
import { BWRAP, DOCKER, VIRTUAL } from "../support/contexts.ts";
import { policyOf } from "../support/policies.ts";

describe("what an engine starts from", () => {
  it.each([
    [DOCKER, "empty", "domains"],
    [BWRAP, "host", "all"],
    [VIRTUAL, "empty", "none"],
  ])("%j shows %s and opens %s", (context, base, external) => {
    const policy = policyOf({}, context);
    expect(policy.filesystem.base.value).toBe(base);
    expect(policy.network.external.value).toBe(external);
    expect(policy.filesystem.root.value).toBe("/home/ann/proj");
  });

  it.each([DOCKER, BWRAP, VIRTUAL])("%j opens named hosts, and these alone, once any are", (at) => {
    const { network } = policyOf({ project: { network: { domains: ["a.example"] } } }, at);
    expect(network.external).toMatchObject({
      value: "domains",
      source: { key: "network.domains" },
    });
    expect(network.domains.map(({ value }) => value)).toContain("a.example");
  });

  it("opens the hosts of agents and git besides, but for virtual sandboxes", () => {
    const hosts = (context: typeof DOCKER, network: object = { domains: ["a.example"] }) =>
      policyOf({ project: { network } }, context).network.domains.map(({ value }) => value);
    expect(hosts(BWRAP)).toEqual(expect.arrayContaining(["a.example", "github.com"]));
    expect(hosts(VIRTUAL)).toEqual(["a.example"]);
    expect(hosts(VIRTUAL, { "allow-external": false })).toEqual([]);
    expect(hosts(VIRTUAL, { "allow-external": false, "allow-git": true })).toContain("github.com");
  });

  it("gives virtual sandboxes the limits of the seed", () => {
    const { virtual } = policyOf({}, VIRTUAL);
    expect(Object.values(virtual as object).map(({ value }: { value: number }) => value)).toEqual([
      100 * 2 ** 20,
      10 * 2 ** 20,
      10_000,
      30_000,
    ]);
  });
});
