import { describe, expect, it } from "@jest/globals";

import { readClaude } from "../../src/agents/read-claude.ts";

const assistant = (...content: unknown[]) => ({ type: "assistant", message: { content } });

describe("readClaude", () => {
  it("tells words and tools in their order", () => {
    const line = assistant(
      { type: "text", text: "Let me see." },
      { type: "tool_use", name: "Bash", input: { command: "ls -l" } },
      { type: "tool_use", name: "Write", input: { file_path: "/w/a", content: "x" } },
      { type: "tool_use", name: "WebSearch", input: {} },
    );
    expect(readClaude(line)).toEqual([
      { kind: "said", text: "Let me see." },
      { kind: "did", text: "$ ls -l" },
      { kind: "did", text: "Write /w/a" },
      { kind: "did", text: "WebSearch" },
    ]);
  });

  it("tells why it could not go on, and not its last words again", () => {
    expect(readClaude({ type: "result", is_error: false, result: "Done." })).toEqual([]);
    expect(readClaude({ type: "result", is_error: true, result: "No credit" })).toEqual([
      { kind: "failed", text: "No credit" },
    ]);
    expect(readClaude({ type: "result", is_error: true, subtype: "error_max_turns" })).toEqual([
      { kind: "failed", text: "error_max_turns" },
    ]);
  });

  it("tells that it is not let in, also while it tries again", () => {
    const retry = { type: "system", subtype: "api_retry", error: "authentication_failed" };
    expect(readClaude(retry)).toEqual([{ kind: "locked-out" }]);
  });

  it.each([[null], [[]], ["x"], [{ type: "new" }], [{ type: "assistant", message: 5 }]])(
    "has nothing to tell of %j",
    (line) => {
      expect(readClaude(line)).toEqual([]);
    },
  );
});
