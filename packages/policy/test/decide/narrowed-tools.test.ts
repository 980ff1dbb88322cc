import { describe, expect, it } from "@jest/globals";
import { decide } from "../../src/decide/decide.ts";
import { parsePolicy } from "../../src/parse-policy.ts";
import { resolvePolicy } from "../../src/resolve/resolve-policy.ts";
import { DOCKER } from "../support/contexts.ts";

interface Tools {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

const AGENT = { layer: "flags", file: "/w/.claude/agents/reviewer.md" } as const;

/** A policy's own rules, and what an agent's file says. */
function decided([own, agent]: readonly [Tools, Tools], tool: string, argument?: string) {
  const layers = [
    parsePolicy({ tools: own }, { layer: "user" }),
    parsePolicy({ tools: agent }, AGENT),
  ];
  return decide(resolvePolicy(layers, DOCKER), { operation: "tool", tool, argument });
}

describe("an agent's own list of tools", () => {
  it.each<[Tools, Tools, string, string | undefined, string]>([
    [{}, { allow: ["Read", "Bash"] }, "Read", undefined, "allow"],
    [{}, { allow: ["Read", "Bash"] }, "Write", undefined, "deny"],
    [{ allow: ["Read"] }, { allow: ["Read", "Bash"] }, "Bash", undefined, "deny"],
    [{ allow: ["Read"] }, { allow: ["Bash"] }, "Read", undefined, "deny"],
    [{ allow: ["Read"] }, { allow: ["*"] }, "Read", undefined, "allow"],
    [{ allow: ["Bash(git:*)"] }, { allow: ["Bash(git log:*)"] }, "Bash", "git log -1", "allow"],
    [{ allow: ["Bash(git:*)"] }, { allow: ["Bash(git log:*)"] }, "Bash", "git push", "deny"],
    [{ deny: ["Bash"] }, { allow: ["Bash"] }, "Bash", undefined, "deny"],
    [{ deny: ["Bash"] }, { deny: ["Write"] }, "Bash", undefined, "deny"],
    [{ allow: ["Write"] }, { deny: ["Write"] }, "Write", undefined, "deny"],
    [{}, { allow: [] }, "Read", undefined, "deny"],
  ])("only narrows: %j, then %j, %j with %j: %s", (...[own, agent, tool, argument, effect]) => {
    expect(decided([own, agent], tool, argument).effect).toBe(effect);
  });

  it("is named where it denies", () => {
    const { source, layer, wouldChange } = decided([{}, { allow: ["Read"] }], "Write");
    expect({ source, layer, wouldChange }).toMatchObject({
      source: { file: AGENT.file, key: "tools.allow[0]" },
      layer: "flags",
      wouldChange: `Add "Write" to tools of "${AGENT.file}"`,
    });
  });

  it("leaves a policy without it as it was", () => {
    const policy = resolvePolicy(
      [parsePolicy({ tools: { allow: ["Read"] } }, { layer: "user" })],
      DOCKER,
    );
    expect(policy.tools).not.toHaveProperty("narrowed");
  });
});
