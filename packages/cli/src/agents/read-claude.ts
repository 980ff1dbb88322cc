import { valueAt } from "@agent-sandbox/core";

import { listOf, textOf } from "./field.ts";
import type { Happening } from "./happening.ts";

/** A line of Claude Code's `--output-format stream-json`. */
export function readClaude(line: unknown): readonly Happening[] {
  const lockedOut: readonly Happening[] =
    textOf(line, "error") === "authentication_failed" ? [{ kind: "locked-out" }] : [];
  return [...lockedOut, ...happenings(line)];
}

function happenings(line: unknown): readonly Happening[] {
  switch (textOf(line, "type")) {
    case "assistant":
      return listOf(line, "message", "content").flatMap(readBlock);
    case "result":
      // The last of its words again, unless it could not go on.
      return valueAt(line, ["is_error"]) === true
        ? [{ kind: "failed", text: textOf(line, "result") || textOf(line, "subtype") }]
        : [];
    default:
      return [];
  }
}

function readBlock(block: unknown): readonly Happening[] {
  const type = textOf(block, "type");
  if (type === "text") return [{ kind: "said", text: textOf(block, "text") }];
  if (type !== "tool_use") return [];
  const command = textOf(block, "input", "command");
  if (command !== "") return [{ kind: "did", text: `$ ${command}` }];
  const words = [textOf(block, "name"), textOf(block, "input", "file_path")];
  return [{ kind: "did", text: words.filter(Boolean).join(" ") }];
}
