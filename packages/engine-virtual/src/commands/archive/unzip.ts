import { FileError } from "../../files/errors.ts";
import { bytesInput } from "../bytes/bytes-input.ts";
import type { Input, Invocation, Output, Running } from "../command.ts";
import { formatTime } from "../dates/format-time.ts";
import { type TimeZone, timeZone } from "../dates/time-zone.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { globMatcher } from "../glob-match.ts";
import { openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { readBounded } from "../read-bounded.ts";
import { GzipError, GzipReader } from "./gzip-reader.ts";
import { makeParents } from "./parents.ts";
import { contentOf, readDirectory, type ZipEntry } from "./zip-format.ts";

const OPTIONS = {
  directory: "-d=DIR",
  list: "-l",
  junk: "-j",
  never: "-n",
  overwrite: "-o",
  pipe: "-p",
  quiet: "-q",
  test: "-t",
  exclude: "-x=PATTERN",
} as const;

type UnzipCall = Call<keyof typeof OPTIONS>;

const NOT_MATCHED = 11;
const NO_ARCHIVE = 9;

interface Archive {
  readonly name: string;
  readonly bytes: Buffer;
  readonly entries: readonly ZipEntry[];
}

/** Deflated content with the frame of gzip around it. */
function inflated(call: UnzipCall, packed: Uint8Array, { crc, size }: ZipEntry): Input {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc);
  trailer.writeUInt32LE(size, 4);
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return new GzipReader(call.invocation, Buffer.concat([header, packed, trailer]));
}

function* copied(
  call: UnzipCall,
  archive: Archive,
  to: Output & { entry: ZipEntry },
): Running<void> {
  const content = contentOf(archive.bytes, to.entry);
  const input = to.entry.isPacked ? inflated(call, content, to.entry) : bytesInput(content);
  for (let bytes = yield* input.read(); bytes !== undefined; bytes = yield* input.read()) {
    to.write(bytes);
    yield;
  }
}

const zoneOf = ({ env }: Invocation): TimeZone => timeZone(env.get("TZ"));

function list({ invocation }: UnzipCall, { name, entries }: Archive): void {
  const { stdout } = invocation;
  const day = ({ modified }: ZipEntry): string =>
    formatTime("%Y-%m-%d %H:%M", modified, zoneOf(invocation));
  stdout.write(`Archive:  ${name}\n  Length      Date    Time    Name\n`);
  stdout.write("---------  ---------- -----   ----\n");
  for (const entry of entries) {
    stdout.write(`${String(entry.size).padStart(9)}  ${day(entry)}   ${entry.name}\n`);
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  const files = `${entries.length} file${entries.length === 1 ? "" : "s"}`;
  stdout.write("---------                     -------\n");
  stdout.write(`${String(total).padStart(9)}                     ${files}\n`);
}

/** No name leads out of the directory: what would is left out. */
const safeName = (name: string): string =>
  name
    .split("/")
    .filter((part, index) => part !== ".." && (part !== "" || index > 0))
    .join("/");

interface Target {
  /** As it is shown. */
  readonly shown: string;
  readonly path: string;
}

function targetOf({ invocation, options }: UnzipCall, { name }: ZipEntry): Target {
  const safe = safeName(name);
  const kept = options.has("junk") ? safe.slice(safe.lastIndexOf("/") + 1) : safe;
  const top = options.value("directory");
  const shown = top === undefined ? kept : `${top.replace(/\/+$/, "")}/${kept}`;
  return { shown, path: invocation.resolve(shown).replace(/\/+$/, "") };
}

/** The directory that all of it goes into; made, where it is not there. */
function topOf({ invocation, options }: UnzipCall): string {
  const { files, resolve, umask } = invocation;
  const top = resolve(options.value("directory") ?? ".").replace(/(?<=.)\/+$/, "");
  if (!files.exists(top)) {
    makeParents(files, `${top}/x`, { top: undefined, mode: 0o777 & ~umask });
  }
  return top;
}

/** Whether a file may be put there. */
function isFree({ invocation, options }: UnzipCall, { path, shown }: Target): boolean {
  if (!invocation.files.exists(path) || options.has("overwrite")) return true;
  if (options.has("never")) return false;
  throw new CommandError(`${shown} is there already: use -o to replace it, -n to keep it`);
}

/** Puts one entry into its place. */
function* extract(call: UnzipCall, archive: Archive, entry: ZipEntry): Running<void> {
  const { files, stdout, umask } = call.invocation;
  const isDirectory = entry.name.endsWith("/");
  if (isDirectory && call.options.has("junk")) return;
  const target = targetOf(call, entry);
  const mode = 0o777 & ~umask;
  makeParents(files, target.path, { top: topOf(call), mode });
  if (isDirectory ? files.exists(target.path) : !isFree(call, target)) return;
  const verb = isDirectory ? "   creating" : entry.isPacked ? "  inflating" : " extracting";
  const name = isDirectory ? target.shown : `${target.shown.padEnd(22)}  `;
  if (!call.options.has("quiet")) stdout.write(`${verb}: ${name}\n`);
  if (isDirectory) files.makeDirectory(target.path, mode);
  else yield* written(call, archive, { entry, path: target.path });
}

function* written(
  call: UnzipCall,
  archive: Archive,
  { entry, path }: { readonly entry: ZipEntry; readonly path: string },
): Running<void> {
  const { files, umask } = call.invocation;
  // A link is replaced, and not followed.
  if (files.exists(path) && files.lstat(path).kind === "link") files.remove(path);
  const mode = (entry.mode & 0o777) === 0 ? 0o666 & ~umask : entry.mode & 0o777;
  const file = files.open(path, { write: true, create: true, truncate: true, mode });
  try {
    // What is read is a part of something larger: it is kept as a copy.
    const write = (bytes: Uint8Array | string): void => file.write(Buffer.from(bytes));
    yield* copied(call, archive, { entry, write });
  } finally {
    file.close();
  }
  files.setModified(path, entry.modified);
}

function* opened(call: UnzipCall): Running<Archive | undefined> {
  const { invocation, options } = call;
  const [operand] = options.operands;
  if (operand === undefined) throw new UsageError("missing operand");
  const { files, resolve } = invocation;
  const name = [operand, `${operand}.zip`].find((one) => files.exists(resolve(one)));
  if (name === undefined) {
    complain(invocation, ` cannot find or open ${operand}, ${operand}.zip or ${operand}.ZIP.`);
    return undefined;
  }
  const content = yield* readBounded(invocation, openInput(invocation, name));
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  return { name, bytes, entries: readDirectory(bytes, zoneOf(invocation)) };
}

/** The entries that are asked for; those that are not there are said. */
function wanted(
  { invocation, options }: UnzipCall,
  entries: readonly ZipEntry[],
): {
  readonly entries: readonly ZipEntry[];
  readonly status: number;
} {
  const patterns = options.operands.slice(1);
  const excluded = options.values("exclude").map((pattern) => globMatcher(pattern));
  const left = entries.filter(({ name }) => !excluded.some((matches) => matches(name)));
  if (patterns.length === 0) return { entries: left, status: 0 };
  const matchers = patterns.map((pattern) => ({ pattern, matches: globMatcher(pattern) }));
  const missing = matchers.filter(({ matches }) => !left.some(({ name }) => matches(name)));
  for (const { pattern } of missing) {
    invocation.stderr.write(`caution: filename not matched:  ${pattern}\n`);
  }
  const found = left.filter(({ name }) => matchers.some(({ matches }) => matches(name)));
  return { entries: found, status: missing.length > 0 ? NOT_MATCHED : 0 };
}

function* eachEntry(call: UnzipCall, archive: Archive): Running<void> {
  const { invocation, options } = call;
  const say = (words: string): void => {
    if (!options.has("quiet", "pipe")) invocation.stdout.write(words);
  };
  say(`Archive:  ${archive.name}\n`);
  for (const entry of archive.entries) {
    yield;
    if (options.has("pipe")) {
      yield* copied(call, archive, { entry, write: (bytes) => invocation.stdout.write(bytes) });
    } else if (options.has("test")) {
      yield* copied(call, archive, { entry, write: () => undefined });
      say(`    testing: ${entry.name.padEnd(22)}   OK\n`);
    } else yield* extract(call, archive, entry);
  }
  if (options.has("test")) {
    invocation.stdout.write(`No errors detected in compressed data of ${archive.name}.\n`);
  }
}

function* run(call: UnzipCall): Running<number> {
  try {
    const archive = yield* opened(call);
    if (archive === undefined) return NO_ARCHIVE;
    const { entries, status } = wanted(call, archive.entries);
    if (call.options.has("list")) list(call, { ...archive, entries });
    else yield* eachEntry(call, { ...archive, entries });
    return status;
  } catch (error) {
    if (error instanceof GzipError)
      throw new CommandError(`the archive is damaged: ${error.message}`);
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`cannot create ${error.path}: ${error.message}`);
  }
}

export const unzip = defineCommand({
  name: "unzip",
  description: "List and extract the files of a zip archive",
  usage: "[OPTION]... FILE[.zip] [NAME]...",
  options: OPTIONS,
  usageStatus: NO_ARCHIVE,
  run,
});
