import { FileError } from "../../files/errors.ts";
import type { Command, Input, Invocation, Output, Running } from "../command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { lastName } from "../operands.ts";
import { quotedIfNeeded } from "../quote.ts";
import { readBounded } from "../read-bounded.ts";
import { ByteReader } from "../bytes/byte-reader.ts";
import { statusAt } from "../transfer.ts";
import { Listing } from "./gzip-list.ts";
import type { GzipCall } from "./gzip-options.ts";
import {
  GZIP_OPTIONS,
  isQuiet,
  isVerbose,
  keepsName,
  levelOf,
  suffixOf,
  unpackedName,
} from "./gzip-options.ts";
import { namesOf } from "./gzip-names.ts";
import { refuseReplacing } from "./gzip-replaced.ts";
import { Warning, WARNING } from "./gzip-warning.ts";
import { headerIn } from "./gzip-header.ts";
import { ratioText, type Sizes } from "./gzip-ratio.ts";
import { GzipError, GzipReader, isGzip } from "./gzip-reader.ts";
import { GzipWriter, type GzipHeader } from "./gzip-writer.ts";

const PIECE = 131_072;

interface Ends {
  readonly input: Input;
  readonly output: Output;
  /** Told when it is clear what the input is. */
  readonly begin?: () => void;
}

function* compressed({ input, output }: Ends, header: GzipHeader): Running<Sizes> {
  const writer = new GzipWriter(header);
  const reader = new ByteReader(input);
  let packed = 0;
  const write = (bytes: Uint8Array): void => {
    packed += bytes.length;
    output.write(bytes);
  };
  const start = writer.start();
  write(start);
  for (;;) {
    const bytes = yield* reader.take(PIECE);
    if (bytes.length === 0) break;
    write(writer.add(bytes));
    yield;
  }
  write(writer.end());
  return { packed, plain: writer.length, header: start.length };
}

const NOWHERE: Output = { write: () => undefined };

function* decompressed(
  call: GzipCall,
  { begin = () => undefined, input, output }: Ends,
): Running<Sizes> {
  const bytes = yield* readBounded(call.invocation, input);
  const isKept = output !== call.invocation.stdout && output !== NOWHERE;
  if (call.options.has("force") && !isKept && !isGzip(bytes)) {
    begin();
    output.write(bytes);
    return { packed: bytes.length, plain: bytes.length, header: 0 };
  }
  const reader = new GzipReader(call.invocation, bytes);
  begin();
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
  return { packed: bytes.length, plain, header: headerIn(bytes).length };
}

/** Of what standard input is, where that is a file. */
function timeOf({ files, stdin: { path } }: Invocation): Pick<GzipHeader, "modified"> {
  const status = path !== undefined && files.exists(path) ? files.stat(path) : undefined;
  return status?.kind === "file" ? { modified: status.modified } : {};
}

/** An input that can be read, which is known before anything is written. */
function* begun(input: Input): Running<Input> {
  let first = yield* input.read();
  return {
    *read() {
      const chunk = first ?? (yield* input.read());
      first = undefined;
      return chunk;
    },
  };
}

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
    if (!isMeant(this.#call, this.#name)) refuseSuffix(this.#call, this.#name);
    if (options.has("list")) yield* this.#listing.show(this.#name);
    else if (this.#name === "-") {
      const ends = { input: yield* begun(invocation.stdin), output: this.#sink() };
      this.#tell(yield* this.#convert(ends, timeOf(invocation)));
    } else if (options.has("stdout", "test")) {
      const ends = this.#ends(this.#sink());
      const { modified } = invocation.files.stat(invocation.resolve(this.#name));
      const kept = { name: lastName(this.#name), modified };
      this.#tell(yield* this.#convert(ends, kept), "stdout");
    } else yield* this.#replace();
  }

  /** With what `-v` says before there is anything to tell. */
  #ends(output: Output): Ends {
    const { invocation } = this.#call;
    const begin = (): void => {
      if (isVerbose(this.#call)) invocation.stderr.write(`${this.#name}:\t`);
    };
    return { input: openInput(invocation, this.#name), output, begin };
  }

  /** What has become of it, and where it went. */
  #tell(sizes: Sizes, target?: string): void {
    const { invocation, options } = this.#call;
    if (!isVerbose(this.#call)) return;
    if (options.has("test")) invocation.stderr.write(" OK\n");
    else if (target !== undefined) {
      const verb = options.has("keep") ? "created" : "replaced with";
      invocation.stderr.write(`${ratioText(sizes)} -- ${verb} ${target}\n`);
    } else if (!options.has("decompress")) invocation.stderr.write(`${ratioText(sizes)}\n`);
  }

  #sink(): Output {
    return this.#call.options.has("test") ? NOWHERE : this.#call.invocation.stdout;
  }

  *#convert(ends: Ends, kept: Omit<GzipHeader, "level">): Running<Sizes> {
    const { options } = this.#call;
    if (options.has("decompress", "test")) return yield* decompressed(this.#call, ends);
    ends.begin?.();
    const named = options.last("name", "noName") === "noName" ? {} : kept;
    return yield* compressed(ends, { ...named, level: levelOf(this.#call) });
  }

  #target(): string {
    const { options } = this.#call;
    if (options.has("decompress")) {
      const target = unpackedName(this.#call, this.#name);
      if (target === undefined) refuseSuffix(this.#call, this.#name);
      return keepsName(this.#call) ? this.#ownName(target) : target;
    }
    const suffix = suffixOf(this.#call);
    if (this.#name.endsWith(suffix) && !options.has("force")) {
      if (passesOver(this.#call)) throw new Warning("", 0);
      throw new Warning(`${this.#name} already has ${suffix} suffix -- unchanged`, 0);
    }
    return this.#name + suffix;
  }

  /** The name that is kept in the archive itself. */
  #ownName(target: string): string {
    const { files, resolve } = this.#call.invocation;
    const { name } = headerIn(files.read(resolve(this.#name)));
    if (name === undefined) return target;
    return target.slice(0, target.lastIndexOf("/") + 1) + lastName(name);
  }

  *#replace(): Running<void> {
    const { options, invocation } = this.#call;
    const { files, resolve } = invocation;
    const { kind, mode, modified } = files.lstat(resolve(this.#name));
    if (kind === "link" && !options.has("force")) throw new FileError("ELOOP", this.#name);
    if (kind === "device") {
      throw new Warning(`${this.#name} is not a directory or a regular file - ignored`);
    }
    refuseReplacing(this.#call, this.#name);
    const target = this.#target();
    const path = resolve(target);
    if (statusAt(invocation, target, false) !== undefined && !options.has("force")) {
      throw new Warning(`${quotedIfNeeded(target)} already exists;\tnot overwritten`);
    }
    const file = files.open(path, { write: true, create: true, truncate: true, mode });
    let isWhole = false;
    try {
      const sink = { write: (bytes: Uint8Array | string) => file.write(Buffer.from(bytes)) };
      const sizes = yield* this.#convert(this.#ends(sink), {
        name: lastName(this.#name),
        modified,
      });
      isWhole = true;
      this.#tell(sizes, target);
    } finally {
      file.close();
      if (!isWhole) files.remove(path);
    }
    files.setModified(path, modified);
    if (!options.has("keep")) files.remove(resolve(this.#name));
  }
}

/** In a tree, what is not meant is passed over without a word. */
const passesOver = (call: GzipCall): boolean => call.options.has("recursive") && !isVerbose(call);

/** Of a tree, only what has the suffix is listed or tested. */
function isMeant(call: GzipCall, name: string): boolean {
  if (!call.options.has("recursive") || !call.options.has("list", "test")) return true;
  return name === "-" || unpackedName(call, name) !== undefined;
}

function refuseSuffix(call: GzipCall, name: string): never {
  const isSilent = passesOver(call) || isQuiet(call);
  throw new Warning(
    isSilent ? "" : `${quotedIfNeeded(name)}: unknown suffix -- ignored`,
    isSilent ? 0 : WARNING,
  );
}

function said(call: GzipCall, name: string, error: unknown): number {
  const { invocation } = call;
  const shown = name === "-" ? "stdin" : quotedIfNeeded(name);
  if (error instanceof Warning) {
    if (!isQuiet(call) && error.message !== "") complain(invocation, error.message);
    return error.status;
  }
  if (error instanceof GzipError) {
    invocation.stderr.write(`\n${invocation.name}: ${shown}: ${error.message}\n`);
    return 1;
  }
  if (!(error instanceof FileError)) throw error;
  // A read error of gzip stands on a line of its own.
  if (name === "-") invocation.stderr.write("\n");
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
  if (call.options.has("list")) listing.end();
  return status;
}

export const gzip = defineCommand({
  name: "gzip",
  description: "Compress or expand files",
  usage: "[OPTION]... [FILE]...",
  options: GZIP_OPTIONS,
  hintQuote: "`",
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
