import { describe, expect, it } from "@jest/globals";
import { parsePolicy } from "../../src/parse-policy.ts";
import { policyOf } from "../support/policies.ts";

const PROJECT = {
  docker: true,
  network: { domains: ["p.example"], ports: [8443] },
  commands: { rm: true },
};

describe("what the user locks", () => {
  it("is not for the project to say: a key, a section, all of a section", () => {
    const locked = policyOf({
      user: { locked: ["docker", "network.domains", "commands"], commands: { rm: false } },
      project: PROJECT,
    });
    expect(locked.docker.value).toBe(false);
    expect(locked.network.domains.map(({ value }) => value)).not.toContain("p.example");
    expect(locked.network.ports.map(({ value }) => value)).toContain(8443);
    expect(locked.commands.find(({ name }) => name === "rm")).toMatchObject({ rule: false });
  });

  it("stays open to the command line, which is the user's own", () => {
    const policy = policyOf({ user: { locked: ["docker"] }, flags: { docker: true } });
    expect(policy.docker.value).toBe(true);
  });

  it("is known in both spellings", () => {
    const { policy } = parsePolicy(
      { locked: ["network.denied-domains", "filesystem.allowedPatterns"] },
      { layer: "user" },
    );
    expect(policy.locked).toEqual(["network.deniedDomains", "filesystem.allowedPatterns"]);
  });

  it.each([
    [["netwrok"], "locked[0]", 'Did you mean "network"?'],
    [["docker", "network.domians"], "locked[1]", 'Did you mean "network.domains"?'],
    [["docker.x"], "locked[0]", 'Did you mean "docker"?'],
    [["locked"], "locked[0]", undefined],
  ])("%j is refused by %s", (locked, key, hint) => {
    const parse = () => parsePolicy({ locked }, { layer: "user" });
    expect(parse).toThrow(expect.objectContaining({ key, ...(hint !== undefined && { hint }) }));
  });

  it("cannot be said by a project", () => {
    expect(() => parsePolicy({ locked: [] }, { layer: "project" })).toThrow("only your own");
  });
});
