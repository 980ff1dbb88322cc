import { describe, expect, it } from "@jest/globals";
import { decide } from "../../src/decide/decide.ts";
import { policyOf } from "../support/policies.ts";

describe("a program", () => {
  const policy = policyOf({
    user: { commands: { rm: false, npm: true, curl: "bin/curl.sh" } },
  });

  it.each([
    ["rm", "deny command-rule", "is blocked"],
    ["/bin/rm", "deny command-rule", "is blocked"],
    ["./tools/../rm", "deny command-rule", "is blocked"],
    ["/usr/bin/rm/.", "deny command-rule", "is blocked"],
    ["rmdir", "allow command-not-restricted", "no rule"],
    ["npm", "allow command-rule", "is allowed"],
    ["git", "allow command-rule", "goes through @git"],
    ["curl", "allow command-rule", '"/home/ann/proj/bin/curl.sh"'],
    ["", "deny invalid-path", "names no program"],
    ["/", "deny invalid-path", "names no program"],
    ["rm\0", "deny invalid-path", "names no program"],
  ])("%j: %s", (program, expected, reason) => {
    const decision = decide(policy, { operation: "exec", program });
    expect(`${decision.effect} ${decision.rule}`).toBe(expected);
    expect(decision.reason).toContain(reason);
  });

  it("is freed by a later layer", () => {
    const freed = policyOf({
      user: { commands: { rm: false } },
      flags: { commands: { rm: true } },
    });
    expect(decide(freed, { operation: "exec", program: "rm" }).effect).toBe("allow");
  });
});
