import { describe, expect, it } from "@jest/globals";

import { readCodex } from "../../src/agents/read-codex.ts";

const item = (type: string, rest: object) => ({ type, item: rest });

describe("readCodex", () => {
  it("tells a command when it begins, and what it says and changes once that is whole", () => {
    const command = { type: "command_execution", command: "ls", aggregated_output: "a" };
    expect(readCodex(item("item.started", command))).toEqual([{ kind: "did", text: "$ ls" }]);
    expect(readCodex(item("item.completed", command))).toEqual([]);
    const changes = [
      { kind: "add", path: "/w/a" },
      { kind: "delete", path: "/w/b" },
    ];
    expect(readCodex(item("item.completed", { type: "file_change", changes }))).toEqual([
      { kind: "did", text: "add /w/a" },
      { kind: "did", text: "delete /w/b" },
    ]);
    expect(readCodex(item("item.completed", { type: "agent_message", text: "Hi." }))).toEqual([
      { kind: "said", text: "Hi." },
    ]);
  });

  it.each([
    "Reconnecting... 1/5 (unexpected status 401 Unauthorized: no, url: x)",
    "Missing environment variable: `CODEX_API_KEY`.",
  ])("tells that it is not let in by %j", (message) => {
    expect(readCodex({ type: "error", message })).toEqual([
      { kind: "locked-out" },
      { kind: "failed", text: message },
    ]);
  });

  it("tells other failures as they are, and each once", () => {
    const failed = [{ kind: "failed", text: "no network" }];
    expect(readCodex({ type: "error", message: "no network" })).toEqual(failed);
    expect(readCodex({ type: "turn.failed", error: { message: "no network" } })).toEqual([]);
  });

  it.each([[null], [[]], ["x"], [{ type: "new" }], [{ type: "item.completed", item: 5 }]])(
    "has nothing to tell of %j",
    (line) => {
      expect(readCodex(line)).toEqual([]);
    },
  );
});
