import type { Input, Invocation, Running } from "./command.ts";
import { endOfLines, startOfLastLines } from "./head.ts";
import type { Part } from "./part.ts";

/** What is read before it is looked at again how much of it must be kept. */
const WINDOW = 1 << 20;

/** How much of a chunk is still in front of what is shown, and how many lines or bytes that are. */
function skipped(
  chunk: Uint8Array,
  { what, end }: Part,
  left: number,
): { at: number; found: number } {
  if (what === "lines") return endOfLines(chunk, end, left);
  const at = Math.min(left, chunk.length);
  return { at, found: at };
}

function* fromThere(input: Input, wanted: Part, { stdout }: Invocation): Running<void> {
  let left = Math.max(0, wanted.number - 1);
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    const { at, found } = skipped(chunk, wanted, left);
    left -= found;
    stdout.write(chunk.subarray(at));
    yield;
    chunk = yield* input.read();
  }
}

function startOf(bytes: Uint8Array, { number, what, end }: Part): number {
  if (what === "lines") return startOfLastLines(bytes, end, number);
  return Math.max(0, bytes.length - number);
}

function* lastOf(input: Input, wanted: Part, { stdout }: Invocation): Running<void> {
  let kept: Uint8Array[] = [];
  let read = 0;
  const end = (): Uint8Array => {
    const bytes = Buffer.concat(kept);
    return bytes.subarray(startOf(bytes, wanted));
  };
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    kept.push(chunk);
    read += chunk.length;
    if (read > WINDOW) {
      kept = [end()];
      read = 0;
      yield;
    }
    chunk = yield* input.read();
  }
  stdout.write(end());
}

/** Shows what is wanted of an input, to its end. */
export function showPart(input: Input, wanted: Part, invocation: Invocation): Running<void> {
  return (wanted.sign === "+" ? fromThere : lastOf)(input, wanted, invocation);
}
