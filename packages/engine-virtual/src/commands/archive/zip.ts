import { crc32, deflateRawSync } from "node:zlib";

import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { globMatcher } from "../glob-match.ts";
import { joined, lastName } from "../operands.ts";
import { timeZone } from "../dates/time-zone.ts";
import { CommandError, UsageError } from "../options.ts";
import { statusAt } from "../transfer.ts";
import { GzipWriter } from "./gzip-writer.ts";
import { centralDirectory, localHeader, type ZipEntry } from "./zip-format.ts";

const OPTIONS = {
  junk: "-j --junk-paths",
  level: "-NUM",
  noDirectories: "-D --no-dir-entries",
  quiet: "-q --quiet",
  recursive: "-r --recurse-paths",
  exclude: "-x --exclude=PATTERN",
} as const;

type ZipCall = Call<keyof typeof OPTIONS>;

const NOTHING_TO_DO = 12;
const PIECE = 131_072;

interface Found {
  readonly name: string;
  readonly path: string;
}

/** The files below an operand. */
function* foundAt(call: ZipCall, name: string): Running<readonly Found[]> {
  yield;
  const { invocation, options } = call;
  const path = invocation.resolve(name);
  if (invocation.files.stat(path).kind !== "directory") return [{ name, path }];
  const found: Found[] = [{ name: `${name.replace(/\/+$/, "")}/`, path }];
  if (!options.has("recursive")) return found;
  for (const entry of invocation.files.list(path)) {
    found.push(...(yield* foundOrTold(call, joined(name, entry.name))));
  }
  return found;
}

/** What is not there, as a link that leads nowhere, is told, and the rest goes on. */
function* foundOrTold(call: ZipCall, name: string): Running<readonly Found[]> {
  try {
    return yield* foundAt(call, name);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (!call.options.has("quiet"))
      call.invocation.stdout.write(`\tzip warning: name not matched: ${name}\n`);
    return [];
  }
}

/** Deflated, what is large a piece at a time. */
function* deflated(bytes: Uint8Array, level: number): Running<Uint8Array> {
  if (bytes.length <= PIECE) return deflateRawSync(bytes, { level });
  const writer = new GzipWriter({ level });
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    parts.push(writer.add(bytes.subarray(at, at + PIECE)));
    yield;
  }
  // What gzip has behind the content, zip has in its headers.
  parts.push(writer.end().subarray(0, -8));
  return Buffer.concat(parts);
}

function* packed(bytes: Uint8Array, level: number): Running<Uint8Array> {
  if (level === 0 || bytes.length === 0) return bytes;
  const all = yield* deflated(bytes, level);
  return all.length < bytes.length ? all : bytes;
}

const asKept = (name: string, isJunk: boolean): string =>
  isJunk ? lastName(name) : name.replace(/^(?:\.?\.?\/)+/, "");

/** Makes an archive in memory: it is written when it is whole. */
class ZipMaker {
  readonly #call: ZipCall;
  readonly #parts: Uint8Array[] = [];
  readonly #entries: ZipEntry[] = [];
  #length = 0;

  constructor(call: ZipCall) {
    this.#call = call;
  }

  *add({ name, path }: Found): Running<void> {
    const { files } = this.#call.invocation;
    const { kind, mode, modified } = files.stat(path);
    const isDirectory = kind === "directory";
    const content = isDirectory ? new Uint8Array(0) : files.read(path);
    const level = Number(this.#call.options.value("level") ?? "6");
    const kept = yield* packed(content, level);
    const entry: ZipEntry = {
      name: asKept(name, this.#call.options.has("junk")),
      isPacked: kept !== content,
      crc: crc32(content),
      packedSize: kept.length,
      size: content.length,
      modified,
      shown: modified + timeZone(this.#call.invocation.env.get("TZ")).offsetAt(modified),
      mode: (isDirectory ? 0o040000 : 0o100000) | mode,
      offset: this.#length,
    };
    if (entry.name === "" || entry.name === "/") return;
    this.#put(localHeader(entry));
    this.#put(kept);
    this.#entries.push(entry);
    this.#say(entry);
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  whole(): Uint8Array {
    return Buffer.concat([...this.#parts, centralDirectory(this.#entries, this.#length)]);
  }

  #put(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  #say({ name, isPacked, packedSize, size }: ZipEntry): void {
    const { invocation, options } = this.#call;
    if (options.has("quiet")) return;
    const saved = isPacked ? Math.round(100 * (1 - packedSize / size)) : 0;
    const how = isPacked ? "deflated" : "stored";
    invocation.stdout.write(`  adding: ${name} (${how} ${saved}%)\n`);
  }
}

function* filesOf(call: ZipCall, archive: string): Running<readonly Found[]> {
  const { options } = call;
  const excluded = options.values("exclude").map((pattern) => globMatcher(pattern));
  const all: Found[] = [];
  for (const operand of options.operands.slice(1)) {
    all.push(...(yield* foundOrTold(call, operand)));
  }
  const withoutDirectories = options.has("noDirectories", "junk");
  return all.filter(({ name, path }) => {
    if (path === archive || (withoutDirectories && name.endsWith("/"))) return false;
    return !excluded.some((matches) => matches(name));
  });
}

function* run(call: ZipCall): Running<number> {
  const { invocation, options } = call;
  const [operand, first] = options.operands;
  if (operand === undefined || first === undefined) throw new UsageError("missing operand");
  const name = /\.[^/.]+$/.test(operand) ? operand : `${operand}.zip`;
  if (statusAt(invocation, name, false) !== undefined) {
    throw new CommandError(`${name} is there already: archives are not changed here`);
  }
  const archive = invocation.resolve(name);
  const maker = new ZipMaker(call);
  for (const found of yield* filesOf(call, archive)) yield* maker.add(found);
  if (maker.isEmpty) {
    invocation.stdout.write(`\nzip error: Nothing to do! (${name})\n`);
    return NOTHING_TO_DO;
  }
  try {
    invocation.files.write(archive, maker.whole(), 0o666 & ~invocation.umask);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    complain(invocation, `${name}: ${error.message}`);
    return 15;
  }
  return 0;
}

export const zip = defineCommand({
  name: "zip",
  description: "Put files into a zip archive",
  usage: "[OPTION]... ARCHIVE[.zip] FILE...",
  options: OPTIONS,
  usageStatus: 16,
  run,
});
