import { valueAt } from "@agent-sandbox/core";

import { listOf, textOf } from "./field.ts";
import type { Happening } from "./happening.ts";

/** A line of `codex exec --json`. */
export function readCodex(line: unknown): readonly Happening[] {
  switch (textOf(line, "type")) {
    case "item.started":
      return readStarted(valueAt(line, ["item"]));
    case "item.completed":
      return readCompleted(valueAt(line, ["item"]));
    case "error":
      return failed(textOf(line, "message"));
    default:
      // "turn.failed" repeats the last error.
      return [];
  }
}

function readStarted(item: unknown): readonly Happening[] {
  return textOf(item, "type") === "command_execution"
    ? [{ kind: "did", text: `$ ${textOf(item, "command")}` }]
    : [];
}

function readCompleted(item: unknown): readonly Happening[] {
  switch (textOf(item, "type")) {
    case "agent_message":
      return [{ kind: "said", text: textOf(item, "text") }];
    case "file_change":
      return listOf(item, "changes").map((change) => ({
        kind: "did",
        text: `${textOf(change, "kind")} ${textOf(change, "path")}`,
      }));
    case "error":
      return failed(textOf(item, "message"));
    default:
      return [];
  }
}

function failed(text: string): readonly Happening[] {
  const lockedOut = /\b401 Unauthorized\b|^Missing environment variable/.test(text);
  return [...(lockedOut ? ([{ kind: "locked-out" }] as const) : []), { kind: "failed", text }];
}
