import { FileError } from "../../files/errors.ts";
import type { OpenFile } from "../../files/files.ts";
import { bytesInput } from "../bytes/bytes-input.ts";
import type { Command, Input, Output, Running } from "../command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { readBounded } from "../read-bounded.ts";
import { GzipError, GzipReader, isGzip } from "./gzip-reader.ts";
import { appendedTo } from "./tar-append.ts";
import { type CreateTo, TarMaker } from "./tar-create.ts";
import { exclusionsOf, listedIn } from "./tar-exclusions.ts";
import { TarExtractor } from "./tar-extract.ts";
import { shownName, TarListing } from "./tar-listing.ts";
import { Directories, type Members, membersOf } from "./tar-members.ts";
import { actionOf, TAR_OPTIONS, type TarAction, type TarCall } from "./tar-options.ts";
import { PackedOutput } from "./packed-output.ts";
import { overrideOf } from "./tar-overrides.ts";
import { TarReader } from "./tar-reader.ts";
import { Wanted } from "./tar-wanted.ts";
import { transformOf } from "./tar-transform.ts";
import { tarWords } from "./tar-words.ts";

const FAILED = 2;

/** The archive: standard input or output where it is `-`. */
function archiveOf({ options }: TarCall): string {
  const file = options.value("file");
  if (file !== undefined) return file;
  throw new CommandError("Refusing to use a device: name the archive by -f (- for a pipe)");
}

function refuseOther({ options }: TarCall): void {
  const format = options.value("format") ?? "gnu";
  if (!["gnu", "oldgnu"].includes(format))
    throw new CommandError(`--format=${format} is not supported here: gnu is`);
  const other = options.given.find(({ key }) => key === "otherPacking");
  if (other !== undefined) {
    throw new CommandError(`${other.as} is not supported here: gzip (-z) is`);
  }
}

function cannotOpen(archive: string, error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  const words = `${archive}: Cannot open: ${error.message}`;
  throw new CommandError(`${words}\ntar: Error is not recoverable: exiting now`);
}

function outputOf(call: TarCall, archive: string): { output: Output; file?: OpenFile } {
  const { files, resolve, stdout, umask } = call.invocation;
  if (archive === "-") return { output: stdout };
  try {
    const how = { write: true, create: true, truncate: true, mode: 0o666 & ~umask };
    const file = files.open(resolve(archive), how);
    return { output: { write: (bytes) => file.write(Buffer.from(bytes)) }, file };
  } catch (error) {
    return cannotOpen(archive, error);
  }
}

const PACKED = /\.(?:tgz|taz|gz)$/;

/** The names of the call, and those of a list. */
function* wantedMembers(call: TarCall): Running<Members> {
  const list = call.options.value("filesFrom");
  const end = call.options.has("zeroEnded") ? "\0" : "\n";
  const listed = list === undefined ? [] : yield* listedIn(call, list, end);
  const { all, directories, late } = membersOf(call);
  const more = listed.map((name) => ({ name, directories, exclusions: [] }));
  const exclusions = yield* exclusionsOf(call);
  return { all: [...all, ...more], directories, exclusions, late: more.length > 0 ? [] : late };
}

function* create(call: TarCall): Running<number> {
  const { options } = call;
  const members = yield* wantedMembers(call);
  if (members.all.length === 0) {
    const help = "\nTry 'tar --help' or 'tar --usage' for more information.";
    throw new CommandError(`Cowardly refusing to create an empty archive${help}`);
  }
  const archive = archiveOf(call);
  const override = overrideOf(call);
  const { output, file } = outputOf(call, archive);
  const isPacked = options.has("gzip") || (options.has("autoCompress") && PACKED.test(archive));
  const packed = isPacked ? new PackedOutput(output) : undefined;
  try {
    const maker = new TarMaker(call, {
      ...namesOf(call, archive),
      output: packed ?? output,
      override,
    });
    yield* maker.all(members);
    packed?.end();
    return maker.status;
  } finally {
    file?.close();
  }
}

function namesOf({ invocation }: TarCall, archive: string): Pick<CreateTo, "names" | "own"> {
  if (archive === "-") return { own: undefined, names: invocation.stderr };
  const path = invocation.resolve(archive);
  const own = invocation.files.exists(path) ? invocation.files.realPath(path) : undefined;
  return { own, names: invocation.stdout };
}

/** Puts more members behind those of an archive, which is replaced in one step. */
function* append(call: TarCall): Running<number> {
  const members = yield* wantedMembers(call);
  const archive = archiveOf(call);
  const override = overrideOf(call);
  const { files, resolve, umask } = call.invocation;
  try {
    const appended = yield* appendedTo(call, archive);
    const parts = [appended.content];
    const output: Output = { write: (bytes) => void parts.push(Buffer.from(bytes)) };
    const maker = new TarMaker(call, {
      ...namesOf(call, archive),
      output,
      appended,
      override,
    });
    yield* maker.all(members);
    files.write(resolve(archive), Buffer.concat(parts), 0o666 & ~umask);
    return maker.status;
  } catch (error) {
    return cannotOpen(archive, error);
  }
}

type Archive = Input & { close?(): void };

/** The archive without its packing: known by its first bytes, as GNU does. */
function* unpacked(call: TarCall): Running<Archive> {
  const archive = archiveOf(call);
  const { invocation, options } = call;
  try {
    const bytes = yield* readBounded(invocation, openInput(invocation, archive));
    if (isGzip(bytes) || options.has("gzip")) return new GzipReader(invocation, bytes);
    return bytesInput(bytes);
  } catch (error) {
    return cannotRead(archive, error);
  }
}

/** A directory can be opened. */
function cannotRead(archive: string, error: unknown): never {
  if (!(error instanceof FileError) || error.code !== "EISDIR") cannotOpen(archive, error);
  const words = `${archive}: Cannot read: ${error.message}\ntar: At beginning of tape, quitting now`;
  throw new CommandError(`${words}\ntar: Error is not recoverable: exiting now`);
}

function* list(call: TarCall, reader: TarReader, wanted: Wanted): Running<number> {
  const { invocation, options } = call;
  const listing = new TarListing(call);
  const transform = transformOf(call);
  const isShown = options.has("showTransformed");
  const directories = new Directories(invocation);
  for (let entry = yield* reader.next(); entry !== undefined; entry = yield* reader.next()) {
    yield;
    const place = wanted.placeOf(entry.name);
    if (place === undefined) continue;
    directories.at(place);
    const name = isShown ? transform(entry.name, "member") : entry.name;
    const row = options.has("verbose") ? listing.row({ ...entry, name }) : `${shownName(name)}\n`;
    invocation.stdout.write(row);
  }
  return wanted.finish();
}

function* extract(call: TarCall, reader: TarReader, wanted: Wanted): Running<number> {
  const extractor = new TarExtractor(call, reader);
  const directories = new Directories(call.invocation);
  for (let entry = yield* reader.next(); entry !== undefined; entry = yield* reader.next()) {
    const place = wanted.placeOf(entry.name);
    if (place !== undefined) yield* extractor.extract(entry, directories.at(place));
  }
  extractor.finish();
  return Math.max(extractor.status, wanted.finish());
}

function* readArchive(call: TarCall, action: "extract" | "list"): Running<number> {
  const wanted = new Wanted(call, yield* wantedMembers(call));
  const work = action === "list" ? list : extract;
  let archive: Archive | undefined;
  try {
    archive = yield* unpacked(call);
    return yield* work(call, new TarReader(archive), wanted);
  } catch (error) {
    if (!(error instanceof GzipError)) throw error;
    call.invocation.stderr.write(`\ngzip: stdin: ${error.message}\n`);
    throw new CommandError("Child returned status 1\ntar: Error is not recoverable: exiting now");
  } finally {
    archive?.close?.();
  }
}

function actWith(call: TarCall, action: TarAction): Running<number> {
  if (action === "create") return create(call);
  return action === "append" || action === "update" ? append(call) : readArchive(call, action);
}

function* run(call: TarCall): Running<number> {
  const action = actionOf(call);
  refuseOther(call);
  const status = yield* actWith(call, action);
  if (status === FAILED) {
    complain(call.invocation, "Exiting with failure status due to previous errors");
  }
  return status;
}

const defined = defineCommand({
  name: "tar",
  description: "Put files into an archive, and take them out again",
  usage: "[OPTION]... [FILE]...",
  options: TAR_OPTIONS,
  usageStatus: FAILED,
  optionStatus: 64,
  alsoHelps: "--usage",
  run,
});

export const tar: Command = {
  ...defined,
  run: (invocation) => defined.run({ ...invocation, args: tarWords(invocation.args) }),
};
