import { FileError } from "../../files/errors.ts";
import type { Input, Running } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";
import { readBounded } from "../read-bounded.ts";
import { ByteReader } from "./byte-reader.ts";
import { type Piece, SplitPieces } from "./split-pieces.ts";
import type { Cut, SplitCall } from "./split-options.ts";
import { checkSplit, cutOf, separatorOf, SPLIT_OPTIONS } from "./split-options.ts";

type Work = (input: Input, pieces: SplitPieces) => Running<void>;

function byBytes(size: number): Work {
  return function* (input, pieces) {
    const reader = new ByteReader(input);
    let chunk = yield* reader.next(size);
    while (chunk !== undefined) {
      const file = yield* pieces.start();
      for (let left = size; chunk !== undefined; chunk = yield* reader.next(left)) {
        file.write(chunk);
        left -= chunk.length;
        yield;
        if (left === 0) break;
      }
      chunk = yield* reader.next(size);
    }
  };
}

/** Where the line that is `count` lines away ends, and how many lines that were. */
function endOf(chunk: Uint8Array, end: number, count: number): { at: number; lines: number } {
  let at = 0;
  for (let lines = 0; lines < count; lines += 1) {
    const found = chunk.indexOf(end, at);
    if (found === -1) return { at: chunk.length, lines };
    at = found + 1;
  }
  return { at, lines: count };
}

function byLines(count: number, end: number): Work {
  return function* (input, pieces) {
    let file: Piece | undefined;
    let left = 0;
    for (let chunk = yield* input.read(); chunk !== undefined; chunk = yield* input.read()) {
      let rest = chunk;
      while (rest.length > 0) {
        if (file === undefined || left === 0) {
          file = yield* pieces.start();
          left = count;
        }
        const { at, lines } = endOf(rest, end, left);
        file.write(rest.subarray(0, at));
        left -= lines;
        rest = rest.subarray(at);
        yield;
      }
    }
  };
}

/** As many whole lines as fit; a longer line is cut. */
function byLineBytes(call: SplitCall, size: number): Work {
  const end = separatorOf(call);
  return function* (input, pieces) {
    const bytes = yield* readBounded(call.invocation, input);
    for (let at = 0; at < bytes.length;) {
      const most = bytes.subarray(at, at + size);
      const isLast = at + size >= bytes.length;
      const last = isLast ? most.length : most.lastIndexOf(end) + 1;
      const piece = last === 0 ? most : most.subarray(0, last);
      (yield* pieces.start()).write(piece);
      at += piece.length;
      yield;
    }
  };
}

/** Where each of `count` chunks ends: the last takes what is left over; where bytes are few, the first have one each. */
function endsOf(bytes: Uint8Array, count: number, end: number | undefined): readonly number[] {
  const size = Math.floor(Math.max(bytes.length, count) / count);
  const ends: number[] = [];
  for (let chunk = 1; chunk <= count; chunk += 1) {
    const plain = chunk === count ? bytes.length : Math.min(chunk * size, bytes.length);
    const before = ends.at(-1) ?? 0;
    if (end === undefined || chunk === count) ends.push(plain);
    else if (before >= plain) ends.push(before);
    else {
      // A line belongs to the chunk in which it begins.
      const found = bytes.indexOf(end, plain - 1);
      ends.push(found === -1 ? bytes.length : found + 1);
    }
  }
  return ends;
}

function* linesOf(bytes: Uint8Array, end: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(end, at);
    const next = found === -1 ? bytes.length : found + 1;
    yield bytes.subarray(at, next);
    at = next;
  }
}

function* chunksOf(bytes: Uint8Array, cut: Cut, end: number): Running<readonly Uint8Array[]> {
  if (!("count" in cut)) return [];
  if (cut.by !== "roundRobin") {
    const ends = endsOf(bytes, cut.count, cut.by === "chunks" ? undefined : end);
    return ends.map((stop, index) => bytes.subarray(ends[index - 1] ?? 0, stop));
  }
  const parts: Uint8Array[][] = Array.from({ length: cut.count }, () => []);
  let index = 0;
  for (const line of linesOf(bytes, end)) {
    parts[index % cut.count]?.push(line);
    index += 1;
    if (index % 1000 === 0) yield;
  }
  return parts.map((lines) => Buffer.concat(lines));
}

function byChunks(call: SplitCall, cut: Cut): Work {
  return function* (input, pieces) {
    const bytes = yield* readBounded(call.invocation, input);
    const chunks = yield* chunksOf(bytes, cut, separatorOf(call));
    const only = "only" in cut ? cut.only : undefined;
    if (only !== undefined) {
      call.invocation.stdout.write(chunks[only - 1] ?? "");
      return;
    }
    for (const chunk of chunks) {
      if (chunk.length === 0 && call.options.has("elide")) continue;
      (yield* pieces.start()).write(chunk);
      yield;
    }
  };
}

function workOf(call: SplitCall, cut: Cut): Work {
  switch (cut.by) {
    case "bytes":
      return byBytes(cut.size);
    case "lines":
      return byLines(cut.size, separatorOf(call));
    case "lineBytes":
      return byLineBytes(call, cut.size);
    default:
      return byChunks(call, cut);
  }
}

function opened(call: SplitCall): Input {
  const [operand = "-", , extra] = call.options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  try {
    return openInput(call.invocation, operand);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code !== "EISDIR") {
      throw new CommandError(`cannot open ${quoted(operand)} for reading: ${error.message}`);
    }
    const what = call.options.has("number") ? ": cannot determine file size" : "";
    throw new CommandError(`${operand}${what}: ${error.message}`);
  }
}

function* run(call: SplitCall): Running<number> {
  const cut = cutOf(call);
  const pieces = new SplitPieces(call, cut);
  const input = opened(call);
  try {
    yield* workOf(call, cut)(input, pieces);
    yield* pieces.end();
  } finally {
    pieces.close();
  }
  return 0;
}

export const split = defineCommand({
  name: "split",
  description: "Split a file into pieces",
  usage: "[OPTION]... [FILE [PREFIX]]",
  options: SPLIT_OPTIONS,
  check: checkSplit,
  run,
});
