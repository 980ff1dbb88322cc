import { describe, expect, it } from "@jest/globals";
import type { ScriptFact } from "../../src/facts.ts";
import { planSandbox } from "../../src/index.ts";
import { hostFacts } from "../support/host-facts.ts";
import { resolved } from "../support/resolved.ts";

const plan = (
  policy: unknown,
  scripts: Readonly<Record<string, ScriptFact>> = {},
  branch?: { name: string; key: string },
) =>
  planSandbox({ policy: resolved(policy), facts: hostFacts({ scripts }), repoImage: "x", branch });

const SCRIPT = "/home/ann/shop/.tools/curl.sh";

describe("the commands of a plan", () => {
  it.each([
    [{}, []],
    [{ git: "@git", npm: true }, []],
    [
      { rm: false, git: false },
      [
        { name: "git", does: "no" },
        { name: "rm", does: "no" },
      ],
    ],
    [{ git: true }, [{ name: "git", does: "plain" }]],
  ])("are in %j: %j", (commands, expected) => {
    expect(plan({ commands }).commands).toEqual(expected);
  });

  it("run a script that is mounted read-only, and that the workspace has read-only too", () => {
    const made = plan({ commands: { curl: ".tools/curl.sh" } }, { [SCRIPT]: "program" });
    expect(made.commands).toEqual([{ name: "curl", does: "run" }]);
    expect(made.mounts).toContainEqual({
      source: SCRIPT,
      target: "/run/agent-sandbox/wrappers/curl",
      mode: "ro",
    });
    expect(made.mounts).toContainEqual({
      source: SCRIPT,
      target: "/workspace/shop/.tools/curl.sh",
      mode: "ro",
    });
  });

  it("run the host's script on a branch too", () => {
    const branch = { name: "feat", key: "feat" };
    const made = plan({ commands: { curl: ".tools/curl.sh" } }, { [SCRIPT]: "program" }, branch);
    expect(made.mounts.filter(({ source }) => source === SCRIPT)).toHaveLength(1);
  });

  it.each(["absent", "link", "other", "not-executable"] as const)(
    "refuse a script that is %s",
    (fact) => {
      expect(() => plan({ commands: { curl: ".tools/curl.sh" } }, { [SCRIPT]: fact })).toThrow(
        expect.objectContaining({ code: "WORKSPACE_INVALID" }),
      );
    },
  );

  it("refuse a script that an agent could write", () => {
    const policy = { commands: { curl: "/srv/curl.sh" }, filesystem: { rw: ["/srv"] } };
    expect(() => plan(policy, { "/srv/curl.sh": "program" })).toThrow("can be written from inside");
  });

  it.each(["sh", "bash", "node"])("refuse what sandboxes work by: %s", (name) => {
    expect(() => plan({ commands: { [name]: false } })).toThrow(
      expect.objectContaining({
        code: "POLICY_UNSUPPORTED",
        message: expect.stringContaining(`"commands.${name}"`) as unknown,
      }),
    );
    expect(plan({ commands: { [name]: true } }).commands).toEqual([]);
  });
});
