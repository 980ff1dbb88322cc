import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";
import { planSandbox } from "../../src/plan/plan-sandbox.ts";
import { hostFacts } from "../support/host-facts.ts";

/** By the user's own configuration. */
function open(records: string, facts: Parameters<typeof hostFacts>[0] = {}, branch?: string) {
  const config = { audit: { path: "~/records" }, filesystem: { ro: ["/srv/data"] } };
  const source = { layer: "user", file: "/home/ann/.config/agent-sandbox/config.json" } as const;
  const policy = resolvePolicy([parsePolicy(config, source)], {
    ...{ engine: "docker", workspace: "/home/ann/shop", home: "/home/ann", temp: "/tmp" },
  });
  return planSandbox({
    ...{ policy, repoImage: "shop:1", facts: hostFacts({ records, ...facts }) },
    branch: branch === undefined ? undefined : { name: branch, key: branch },
  });
}

const DATA = { "/srv/data": { real: "/srv/data", kind: "directory" } } as const;

describe("the folder of the records", () => {
  it.each([
    ["the workspace", "/home/ann/shop", {}],
    ["a folder of it", "/home/ann/shop/logs", {}],
    ["what is mounted beside it", "/srv/data/records", { outside: DATA }],
    [
      "the hooks from outside",
      "/home/ann/hooks/records",
      { hooks: { at: "outside", path: "/home/ann/hooks", source: "/home/ann/hooks" } },
    ],
  ] as const)("cannot be %s", (_, records, facts) => {
    for (const branch of [undefined, "feat"]) {
      expect(() => open(records, facts, branch)).toThrow(
        expect.objectContaining({
          code: "POLICY_UNSUPPORTED",
          message: expect.stringContaining(`"${records}" is in the sandbox`) as unknown,
        }),
      );
    }
  });

  it("is anywhere else, a name that begins alike included", () => {
    for (const records of ["/home/ann/records", "/home/ann/shop-records", "/home/ann"]) {
      expect(() => open(records)).not.toThrow();
    }
  });
});
