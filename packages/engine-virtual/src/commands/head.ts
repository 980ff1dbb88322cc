import type { Input, Invocation, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { defineCommand } from "./define-command.ts";
import { Headings } from "./headings.ts";
import type { NamedInput } from "./inputs.ts";
import { eachInput, readAll } from "./inputs.ts";
import { ReadAhead } from "./read-ahead.ts";
import { withoutOldHead } from "./old-part.ts";
import { UsageError } from "./options.ts";
import { checkPart, type Part, PART_OPTIONS, type PartOption, partOf } from "./part.ts";

/** Where the first `number` lines of a chunk end, and how many there are. */
export function endOfLines(
  chunk: Uint8Array,
  end: number,
  number: number,
): { at: number; found: number } {
  let at = 0;
  let found = 0;
  while (found < number) {
    const next = chunk.indexOf(end, at);
    if (next === -1) return { at: chunk.length, found };
    at = next + 1;
    found += 1;
  }
  return { at, found };
}

/** What head asks for at once. */
const BUFFER = 8192;

/** Reads no more than it must, so that what writes to it ends too. */
function* firstOf(source: Input, wanted: Part, { stdout }: Invocation): Running<void> {
  const input = new ReadAhead(source, wanted.what === "bytes" ? 1 : BUFFER);
  let left = wanted.number;
  while (left > 0) {
    const chunk = yield* input.read();
    if (chunk === undefined) return;
    const { at, found } =
      wanted.what === "bytes"
        ? { at: Math.min(left, chunk.length), found: Math.min(left, chunk.length) }
        : endOfLines(chunk, wanted.end, left);
    stdout.write(chunk.subarray(0, at));
    left -= found;
    if (left === 0) input.leave(chunk.subarray(at));
    yield;
  }
}

/** Where the last `number` lines begin. */
export function startOfLastLines(bytes: Uint8Array, end: number, number: number): number {
  let at = bytes.at(-1) === end ? bytes.length - 1 : bytes.length;
  if (number === 0) return bytes.length;
  for (let left = number; left > 0; left -= 1) {
    at = at === 0 ? -1 : bytes.lastIndexOf(end, at - 1);
    if (at === -1) return 0;
  }
  return at + 1;
}

function* allButLast(input: Input, wanted: Part, { stdout }: Invocation): Running<void> {
  const bytes = yield* readAll(input);
  const end =
    wanted.what === "bytes"
      ? Math.max(0, bytes.length - wanted.number)
      : startOfLastLines(bytes, wanted.end, wanted.number);
  stdout.write(bytes.subarray(0, end));
  if (input.isSeekable === true) input.giveBack?.(bytes.subarray(end));
}

function* run(call: Call<PartOption>): Running<number> {
  const wanted = partOf(call);
  const headings = new Headings(call);
  const work = function* ({ operand, input }: NamedInput): Running<number> {
    headings.show(operand);
    yield* (wanted.sign === "-" ? allButLast : firstOf)(input, wanted, call.invocation);
    return 0;
  };
  return yield* eachInput(call, work, headings.complain);
}

export const head = defineCommand({
  name: "head",
  description: "Output the first part of files",
  usage: "[OPTION]... [FILE]...",
  options: PART_OPTIONS,
  withoutOld: withoutOldHead,
  check(given) {
    if (given.key === "digits")
      throw new UsageError(`invalid trailing option -- ${given.value?.charAt(0) ?? ""}`);
    checkPart(given);
    return undefined;
  },
  run,
});
