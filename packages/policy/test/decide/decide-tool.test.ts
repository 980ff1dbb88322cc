import { describe, expect, it } from "@jest/globals";
import { decide } from "../../src/decide/decide.ts";
import { parseToolRule } from "../../src/decide/tool-rule.ts";
import { policyOf } from "../support/policies.ts";

function answer(tools: object, tool: string, argument?: string): string {
  const policy = policyOf({ user: { tools } });
  const { effect, rule } = decide(policy, { operation: "tool", tool, argument });
  return `${effect} ${rule}`;
}

describe("a tool", () => {
  it.each<[object, string, string | undefined, string]>([
    [{}, "Write", undefined, "allow tool-not-restricted"],
    [{ deny: ["Write", "Edit"] }, "Write", undefined, "deny denied-tool"],
    [{ deny: ["Write"] }, "write", undefined, "allow tool-not-restricted"],
    [{ deny: ["Edit"] }, "MultiEdit", undefined, "deny denied-tool"],
    [{ deny: ["Edit"] }, "NotebookEdit", undefined, "deny denied-tool"],
    [{ deny: ["Edit"] }, "apply_patch", undefined, "deny denied-tool"],
    [{ deny: ["Write"] }, "apply_patch", undefined, "deny denied-tool"],
    [{ deny: ["Write"] }, "Edit", undefined, "allow tool-not-restricted"],
    [{ allow: ["Write"] }, "apply_patch", undefined, "allow allowed-tool"],
    [{ deny: ["*Edit"] }, "NotebookEdit", undefined, "deny denied-tool"],
    [{ deny: ["mcp__db__*"] }, "mcp__db__query", undefined, "deny denied-tool"],
    [{ deny: ["mcp__db"] }, "mcp__db__query", undefined, "deny denied-tool"],
    [{ deny: ["mcp__db"] }, "mcp__db2__query", undefined, "allow tool-not-restricted"],
    [{ allow: ["Read", "Grep"] }, "Read", undefined, "allow allowed-tool"],
    [{ allow: ["Read", "Grep"] }, "Write", undefined, "deny tool-not-allowed"],
    [{ allow: ["Read"], deny: ["Read"] }, "Read", undefined, "deny denied-tool"],
    [{ allow: [] }, "Read", undefined, "deny tool-not-allowed"],
    [{ deny: ["Bash(git push:*)"] }, "Bash", "git push origin main", "deny denied-tool"],
    [{ deny: ["Bash(git push:*)"] }, "Bash", "  git   push", "deny denied-tool"],
    [{ deny: ["Bash(git push:*)"] }, "Bash", "git pushy", "allow tool-not-restricted"],
    [{ deny: ["Bash(git push:*)"] }, "Bash", undefined, "allow tool-not-restricted"],
    [{ allow: ["Bash(git log:*)"] }, "Bash", undefined, "deny tool-not-allowed"],
    [{ allow: ["Bash(git log:*)"] }, "Bash", "git log -1", "allow allowed-tool"],
    [{ deny: ["Read(*.env)"] }, "Read", "/w/.env", "deny denied-tool"],
    [{ deny: ["Bash(*)"] }, "Bash", "anything\nat all", "deny denied-tool"],
  ])("under %j, %j with %j: %s", (...[tools, tool, argument, expected]) => {
    expect(answer(tools, tool, argument)).toBe(expected);
  });

  it.each(["", "Write Edit", "Bash(git push", "(x)", "A[z-a]"])("is not named by %j", (text) => {
    expect(parseToolRule(text)).toHaveProperty("refused");
  });
});
