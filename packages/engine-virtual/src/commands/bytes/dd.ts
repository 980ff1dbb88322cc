import { FileError, LimitError } from "../../files/errors.ts";
import type { Input, Invocation, Output, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { quoted } from "../quote.ts";
import { openOutput } from "../text/open-output.ts";
import { ReadAhead } from "../read-ahead.ts";
import { ByteReader } from "./byte-reader.ts";
import { type Dd, parseDd } from "./dd-operands.ts";
import { rateOf } from "./dd-rate.ts";

interface Counts {
  full: number;
  partial: number;
  written: number;
}

interface Sink extends Output {
  close?(): void;
}

function give(error: unknown, words: string): never {
  if (!(error instanceof FileError)) throw error;
  throw new CommandError(`${words}: ${error.message}`);
}

function inputOf(invocation: Invocation, { from }: Dd): Input {
  if (from === undefined) return invocation.stdin;
  try {
    return openInput(invocation, from);
  } catch (error) {
    const isDirectory = error instanceof FileError && error.code === "EISDIR";
    return give(
      error,
      isDirectory ? `error reading ${quoted(from)}` : `failed to open ${quoted(from)}`,
    );
  }
}

/** Room in front of what is written: zeros where the file is shorter. */
function padded(invocation: Invocation, to: string, { seek, conversions }: Dd): void {
  const { files, resolve, umask } = invocation;
  const path = resolve(to);
  const { maxFileSize } = files.limits();
  if (seek > maxFileSize) throw new LimitError("maxFileSize", maxFileSize);
  const isThere = files.exists(path);
  if (isThere && files.stat(path).kind === "device") return;
  const isKept = conversions.has("notrunc");
  files
    .open(path, {
      write: true,
      create: !conversions.has("nocreat"),
      exclusive: conversions.has("excl"),
      mode: 0o666 & ~umask,
    })
    .close();
  const old = files.read(path);
  if (old.length === seek || (isKept && old.length > seek)) return;
  const content = new Uint8Array(seek);
  content.set(old.subarray(0, seek));
  files.write(path, content);
}

function sinkOf(invocation: Invocation, dd: Dd): Sink {
  const { to, seek, flags } = dd;
  if (to === undefined) return invocation.stdout;
  const { files, resolve } = invocation;
  try {
    const { descriptor } = files.exists(resolve(to)) ? files.stat(resolve(to)) : {};
    if (descriptor !== undefined) return openOutput(invocation, to);
    if (!flags.has("append")) padded(invocation, to, dd);
    const file = files.open(resolve(to), {
      read: true,
      write: true,
      create: true,
      append: flags.has("append"),
    });
    // Reading moves to where the writing begins.
    if (seek > 0 && !flags.has("append")) file.read(seek);
    return { write: (bytes) => file.write(Buffer.from(bytes)), close: () => file.close() };
  } catch (error) {
    return give(error, `failed to open ${quoted(to)}`);
  }
}

const CASES: Readonly<Record<string, (text: string) => string>> = {
  lcase: (text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  ucase: (text) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()),
};

function converted(block: Uint8Array, { conversions, blockIn }: Dd): Uint8Array {
  let bytes = block;
  if (conversions.has("sync") && bytes.length < blockIn) {
    bytes = new Uint8Array(blockIn);
    bytes.set(block);
  }
  if (conversions.has("swab")) {
    const even = bytes.length - (bytes.length % 2);
    const swapped = Buffer.from(bytes.subarray(0, even)).swap16();
    bytes = Buffer.concat([swapped, bytes.subarray(even)]);
  }
  for (const [name, change] of Object.entries(CASES)) {
    if (conversions.has(name))
      bytes = Buffer.from(change(Buffer.from(bytes).toString("latin1")), "latin1");
  }
  return bytes;
}

/** Copies block by block. */
function* copied(dd: Dd, reader: ByteReader, sink: Sink): Running<Counts> {
  const counts: Counts = { full: 0, partial: 0, written: 0 };
  const { most } = dd;
  for (let left = most.bytes; counts.full + counts.partial < most.blocks && left > 0;) {
    const block = yield* reader.take(Math.min(dd.blockIn, left));
    if (block.length === 0) break;
    counts[block.length === dd.blockIn ? "full" : "partial"] += 1;
    const bytes = converted(block, dd);
    sink.write(bytes);
    counts.written += bytes.length;
    left -= block.length;
    yield;
  }
  return counts;
}

function report(dd: Dd, { full, partial, written }: Counts, seconds: number): string {
  if (dd.status === "none") return "";
  const out = Math.floor(written / dd.blockOut);
  const rest = written % dd.blockOut > 0 ? 1 : 0;
  const records = `${full}+${partial} records in\n${out}+${rest} records out\n`;
  return dd.status === "noxfer" ? records : `${records}${rateOf(written, seconds)}\n`;
}

const MOST_BLOCK = 64 * 2 ** 20;

function* run(call: Call<never>): Running<number> {
  const { invocation } = call;
  const dd = parseDd(call);
  if (dd.blockIn > MOST_BLOCK) throw new CommandError("blocks are at most 64M here");
  const from = invocation.now();
  const ahead = new ReadAhead(inputOf(invocation, dd), 1);
  const reader = new ByteReader(ahead);
  const sink = sinkOf(invocation, dd);
  try {
    const skipped = yield* reader.skip(dd.skip);
    if (skipped < dd.skip && dd.status !== "none") {
      invocation.stderr.write(
        `dd: ${quoted(dd.from ?? "standard input")}: cannot skip to specified offset\n`,
      );
    }
    const counts = yield* copied(dd, reader, sink);
    ahead.leave(reader.rest);
    invocation.stderr.write(report(dd, counts, (invocation.now() - from) / 1_000));
  } finally {
    sink.close?.();
  }
  return 0;
}

export const dd = defineCommand<never>({
  name: "dd",
  description: "Copy a file block by block",
  usage: "[OPERAND]...",
  options: {},
  run,
});
