import { FileError } from "../../files/errors.ts";
import type { Command, Input, Output, Running } from "../command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { joined, lastName } from "../operands.ts";
import { quotedIfNeeded } from "../quote.ts";
import { readBounded } from "../read-bounded.ts";
import { ByteReader } from "../bytes/byte-reader.ts";
import { statusAt } from "../transfer.ts";
import { Listing } from "./gzip-list.ts";
import type { GzipCall } from "./gzip-options.ts";
import { GZIP_OPTIONS, levelOf, suffixOf, unpackedName } from "./gzip-options.ts";
import { GzipError, GzipReader, isGzip } from "./gzip-reader.ts";
import { GzipWriter, type GzipHeader } from "./gzip-writer.ts";

const WARNING = 2;
const PIECE = 131_072;

interface Sizes {
  readonly packed: number;
  readonly plain: number;
}

/** Said, and not an error: the rest goes on, and the status is 2. */
class Warning extends Error {
  override readonly name = "Warning";
  readonly status: number;

  constructor(message: string, status = WARNING) {
    super(message);
    this.status = status;
  }
}

function* compressed(input: Input, output: Output, header: GzipHeader): Running<Sizes> {
  const writer = new GzipWriter(header);
  const reader = new ByteReader(input);
  let packed = 0;
  const write = (bytes: Uint8Array): void => {
    packed += bytes.length;
    output.write(bytes);
  };
  write(writer.start());
  for (;;) {
    const bytes = yield* reader.take(PIECE);
    if (bytes.length === 0) break;
    write(writer.add(bytes));
    yield;
  }
  write(writer.end());
  return { packed, plain: writer.length };
}

function* decompressed(call: GzipCall, input: Input, output: Output): Running<Sizes> {
  const bytes = yield* readBounded(call.invocation, input);
  const isShown = output === call.invocation.stdout;
  if (call.options.has("force") && isShown && !isGzip(bytes)) {
    output.write(bytes);
    return { packed: bytes.length, plain: bytes.length };
  }
  const reader = new GzipReader(call.invocation, bytes);
  let plain = 0;
  try {
    let chunk = yield* reader.read();
    while (chunk !== undefined) {
      plain += chunk.length;
      output.write(chunk);
      yield;
      chunk = yield* reader.read();
    }
  } finally {
    reader.close();
  }
  return { packed: bytes.length, plain };
}

const NOWHERE: Output = { write: () => undefined };

/** What is to become of one file. */
class Task {
  readonly #call: GzipCall;
  readonly #name: string;
  readonly #listing: Listing;

  constructor(call: GzipCall, name: string, listing: Listing) {
    this.#call = call;
    this.#name = name;
    this.#listing = listing;
  }

  *run(): Running<void> {
    const { options, invocation } = this.#call;
    if (this.#name === "-") {
      yield* this.#convert(invocation.stdin, this.#sink(), {});
    } else if (options.has("list")) {
      yield* this.#listing.show(this.#name);
    } else if (options.has("stdout", "test")) {
      const input = openInput(invocation, this.#name);
      const { modified } = invocation.files.stat(invocation.resolve(this.#name));
      yield* this.#convert(input, this.#sink(), { name: lastName(this.#name), modified });
      if (options.has("test", "verbose")) this.#say(options.has("verbose") ? "\t OK" : "");
    } else yield* this.#replace();
  }

  #say(text: string): void {
    if (text !== "") this.#call.invocation.stderr.write(`${this.#name}:${text}\n`);
  }

  #sink(): Output {
    return this.#call.options.has("test") ? NOWHERE : this.#call.invocation.stdout;
  }

  *#convert(input: Input, output: Output, kept: Omit<GzipHeader, "level">): Running<Sizes> {
    const { options } = this.#call;
    if (options.has("decompress", "test")) return yield* decompressed(this.#call, input, output);
    const named = options.last("name", "noName") === "noName" ? {} : kept;
    return yield* compressed(input, output, { ...named, level: levelOf(this.#call) });
  }

  #target(): string {
    const { options } = this.#call;
    if (options.has("decompress")) {
      const target = unpackedName(this.#call, this.#name);
      if (target === undefined) {
        throw new Warning(`${quotedIfNeeded(this.#name)}: unknown suffix -- ignored`);
      }
      return target;
    }
    const suffix = suffixOf(this.#call);
    if (this.#name.endsWith(suffix) && !options.has("force")) {
      throw new Warning(`${this.#name} already has ${suffix} suffix -- unchanged`, 0);
    }
    return this.#name + suffix;
  }

  *#replace(): Running<void> {
    const { options, invocation } = this.#call;
    const { files, resolve } = invocation;
    const { kind, mode, modified } = files.lstat(resolve(this.#name));
    // A link is not followed where it would be lost.
    if (kind === "link" && !options.has("force")) throw new FileError("ELOOP", this.#name);
    if (kind === "device") {
      throw new Warning(`${this.#name} is not a directory or a regular file - ignored`);
    }
    const target = this.#target();
    const path = resolve(target);
    if (statusAt(invocation, target, false) !== undefined && !options.has("force")) {
      throw new Warning(`${quotedIfNeeded(target)} already exists;\tnot overwritten`);
    }
    const file = files.open(path, { write: true, create: true, truncate: true, mode });
    let isWhole = false;
    try {
      const sink = { write: (bytes: Uint8Array | string) => file.write(Buffer.from(bytes)) };
      const input = openInput(invocation, this.#name);
      const sizes = yield* this.#convert(input, sink, { name: lastName(this.#name), modified });
      isWhole = true;
      this.#tell(target, sizes);
    } finally {
      file.close();
      if (!isWhole) files.remove(path);
    }
    files.setModified(path, modified);
    if (!options.has("keep")) files.remove(resolve(this.#name));
  }

  #tell(target: string, { packed, plain }: Sizes): void {
    const { options } = this.#call;
    if (!options.has("verbose")) return;
    const ratio = plain === 0 ? 0 : (100 * (plain - packed + 18)) / plain;
    const verb = options.has("keep") ? "created" : "replaced with";
    this.#say(`\t${ratio.toFixed(1).padStart(5)}% -- ${verb} ${target}`);
  }
}

function* namesOf(call: GzipCall, operand: string): Running<readonly string[]> {
  yield;
  const { invocation, options } = call;
  if (operand === "-") return [operand];
  const { files, resolve } = invocation;
  if (options.has("decompress", "list", "test") && !files.exists(resolve(operand))) {
    return [operand.endsWith(suffixOf(call)) ? operand : operand + suffixOf(call)];
  }
  if (files.stat(resolve(operand)).kind !== "directory") return [operand];
  if (!options.has("recursive")) throw new Warning(`${operand} is a directory -- ignored`);
  const names: string[] = [];
  for (const { name, kind } of files.list(resolve(operand))) {
    const path = joined(operand, name);
    if (kind === "directory") names.push(...(yield* namesOf(call, path)));
    else if (kind === "file") names.push(path);
  }
  return names;
}

function said(call: GzipCall, name: string, error: unknown): number {
  const { invocation, options } = call;
  const shown = name === "-" ? "stdin" : quotedIfNeeded(name);
  if (error instanceof Warning) {
    if (!options.has("quiet")) complain(invocation, error.message);
    return error.status;
  }
  if (error instanceof GzipError) {
    invocation.stderr.write(`\n${invocation.name}: ${shown}: ${error.message}\n`);
    return 1;
  }
  if (!(error instanceof FileError)) throw error;
  complain(invocation, `${shown}: ${error.message}`);
  return 1;
}

/** An error outweighs a warning. */
const worse = (one: number, two: number): number =>
  one === 1 || two === 1 ? 1 : Math.max(one, two);

function* run(call: GzipCall): Running<number> {
  const { operands } = call.options;
  let status = 0;
  const listing = new Listing(call);
  for (const operand of operands.length === 0 ? ["-"] : operands) {
    try {
      for (const name of yield* namesOf(call, operand)) {
        try {
          yield* new Task(call, name, listing).run();
        } catch (error) {
          status = worse(status, said(call, name, error));
        }
      }
    } catch (error) {
      status = worse(status, said(call, operand, error));
    }
  }
  return status;
}

export const gzip = defineCommand({
  name: "gzip",
  description: "Compress or expand files",
  usage: "[OPTION]... [FILE]...",
  options: GZIP_OPTIONS,
  run,
});

/** gzip under another name is gzip with an option. */
const gzipCommand = (name: string, option: string, description: string): Command => ({
  ...gzip,
  name,
  description,
  run: (invocation) =>
    gzip.run({ ...invocation, name: "gzip", args: [option, ...invocation.args] }),
});

export const gunzip = gzipCommand("gunzip", "-d", "Expand files");
export const zcat = gzipCommand("zcat", "-cd", "Expand files to standard output");
