import { FileError } from "../files/errors.ts";
import type { Input, Invocation, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { defineCommand } from "./define-command.ts";
import { endOfLines, startOfLastLines } from "./head.ts";
import { Headings } from "./headings.ts";
import type { Complaint, NamedInput } from "./inputs.ts";
import { eachInput } from "./inputs.ts";
import { withoutOldTail } from "./old-part.ts";
import { CommandError } from "./options.ts";
import { checkPart, type Part, PART_OPTIONS, type PartOption, partOf } from "./part.ts";

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

function* run(call: Call<PartOption>): Running<number> {
  const wanted = partOf(call);
  if (wanted.number === 0 && wanted.sign !== "+") return 0;
  const headings = new Headings(call);
  const work = function* ({ operand, input }: NamedInput): Running<number> {
    headings.show(operand);
    yield* (wanted.sign === "+" ? fromThere : lastOf)(input, wanted, call.invocation);
    yield;
    return 0;
  };
  // Where it looks for no line, it gives up at what it cannot read.
  const givesUp = wanted.what === "bytes" || (wanted.sign === "+" && wanted.number <= 1);
  const complaint: Complaint = (invocation, operand, error) => {
    headings.complain(invocation, operand, error);
    const isDirectory = error instanceof FileError && error.code === "EISDIR";
    if (givesUp && isDirectory) throw new CommandError("");
  };
  return yield* eachInput(call, work, complaint);
}

export const tail = defineCommand({
  name: "tail",
  description: "Output the last part of files",
  usage: "[OPTION]... [FILE]...",
  options: PART_OPTIONS,
  withoutOld: withoutOldTail,
  check(given) {
    if (given.key === "digits")
      throw new CommandError(`option used in invalid context -- ${given.value?.charAt(0) ?? ""}`);
    checkPart(given);
    return undefined;
  },
  run,
});
