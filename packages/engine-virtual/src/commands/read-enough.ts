import { Buffer, isUtf8 } from "node:buffer";

import { joined } from "../shell/io/joined.ts";
import type { Input, Running } from "./command.ts";
import { selectedLines } from "./grep-lines.ts";
import type { GrepPlan } from "./grep-options.ts";

export interface Enough {
  readonly plan: Pick<GrepPlan, "invert" | "search">;
  /** How many selected lines are enough. */
  readonly lines: number;
  /** How many lines behind the last of them are shown too. */
  readonly after: number;
}

interface Read {
  readonly bytes: Uint8Array;
  /** What of it stands behind the last selected line; nothing where there was not enough. */
  readonly rest: Uint8Array;
}

/** How many lines are selected in a part, and where the last one that is wanted ends. */
function* selectedIn(
  bytes: Buffer,
  { plan, lines }: Enough,
): Running<{ count: number; end: number }> {
  const encoding = isUtf8(bytes) ? "utf8" : "latin1";
  const text = bytes.toString(encoding);
  let count = 0;
  for (const line of selectedLines(text, false, plan)) {
    if (line === undefined) {
      yield;
      continue;
    }
    count += 1;
    if (count < lines) continue;
    return { count, end: Buffer.byteLength(text.slice(0, line.end + 1), encoding) };
  }
  return { count, end: bytes.length };
}

const linesOf = (bytes: Buffer): number => bytes.toString("latin1").split("\n").length - 1;

/** The lines that are whole, of what comes piece by piece. */
function* wholeLines(input: Input, chunks: Uint8Array[]): Running<Buffer | undefined> {
  let begun = Buffer.alloc(0);
  for (;;) {
    const chunk = yield* input.read();
    if (chunk === undefined) return undefined;
    chunks.push(chunk);
    begun = Buffer.concat([begun, chunk]);
    if (chunk.includes(10)) return begun;
  }
}

/**
 * Reads an input up to where enough of its lines are selected, so that who writes to it without an end
 * is read no longer than that.
 */
export function* readEnough(input: Input, enough: Enough): Running<Read> {
  const chunks: Uint8Array[] = [];
  let { lines, after } = enough;
  let begun = Buffer.alloc(0);
  let used = 0;
  while (lines > 0 || after > 0) {
    const more = yield* wholeLines(input, chunks);
    if (more === undefined) break;
    const bytes = Buffer.concat([begun, more]);
    const part = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
    begun = bytes.subarray(part.length);
    let end = 0;
    if (lines > 0) {
      const selected = yield* selectedIn(part, { ...enough, lines });
      ({ end } = selected);
      lines -= selected.count;
      used += end;
    }
    if (lines <= 0) after -= linesOf(part.subarray(end));
  }
  const bytes = joined(chunks);
  return { bytes, rest: lines > 0 ? bytes.subarray(bytes.length) : bytes.subarray(used) };
}
