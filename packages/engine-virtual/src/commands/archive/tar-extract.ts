import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import { complain } from "../define-command.ts";
import { lastName } from "../operands.ts";
import { localeQuoted, quotedIfNeeded } from "../quote.ts";
import { CommandError } from "../options.ts";
import { makeParents } from "./parents.ts";
import type { TarEntry } from "./tar-header.ts";
import { shownName, TarListing } from "./tar-listing.ts";
import { SafeNames } from "./tar-names.ts";
import { transformOf } from "./tar-transform.ts";
import type { TarCall } from "./tar-options.ts";
import { directoryBelow } from "./tar-options.ts";
import type { TarReader } from "./tar-reader.ts";

function stripOf({ options }: TarCall): number {
  const text = options.value("strip") ?? "0";
  if (!/^\d+$/.test(text)) {
    throw new CommandError(`${text}: Invalid number of elements`);
  }
  return Number(text);
}

/** An archive's name without what tells that it is one. */
const stemOf = (archive: string): string =>
  lastName(archive).replace(/\.(?:tar(?:\.[a-z0-9]+)?|t[a-z0-9]{2,3})$/i, "");

/** Puts the members of an archive into a directory. */
export class TarExtractor {
  readonly #call: TarCall;
  /** Where the present member is put. */
  #directory: string;
  readonly #reader: TarReader;
  readonly #strip: number;
  readonly #names: SafeNames;
  readonly #transform: ReturnType<typeof transformOf>;
  readonly #targets: SafeNames;
  readonly #listing: TarListing;
  /** Links that lead elsewhere, and the times of directories: made when the rest is there. */
  readonly #later: (() => void)[] = [];
  status = 0;

  constructor(call: TarCall, reader: TarReader) {
    this.#call = call;
    this.#directory = call.invocation.cwd;
    this.#reader = reader;
    this.#strip = stripOf(call);
    this.#transform = transformOf(call);
    const isOff = call.options.has("absolute");
    this.#names = new SafeNames(call.invocation, { isOff, what: "member names" });
    this.#targets = new SafeNames(call.invocation, { isOff, what: "hard link targets" });
    this.#listing = new TarListing(call);
  }

  *extract(entry: TarEntry, directory: string): Running<void> {
    this.#directory = directory;
    const name = this.#stripped(this.#transform(entry.name, "member"));
    if (name === undefined) return;
    this.#show(this.#call.options.has("showTransformed") ? { ...entry, name } : entry);
    if (this.#call.options.has("stdout")) {
      yield* this.#toStdout();
      return;
    }
    const path = directoryBelow(this.#directory, this.#topped(this.#names.safe(name)));
    try {
      yield* this.#make(entry, path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const words = entry.kind === "directory" ? "Cannot mkdir" : "Cannot open";
      this.#complain(entry, `${words}: ${error.message}`);
    }
  }

  finish(): void {
    for (const make of this.#later.toReversed()) make();
  }

  /** Below the one directory that `--one-top-level` makes. */
  #topped(name: string): string {
    const { options } = this.#call;
    if (!options.has("oneTop")) return name;
    const top = options.value("oneTop") ?? stemOf(options.value("file") ?? "");
    return name === top || name.startsWith(`${top}/`) ? name : `${top}/${name}`;
  }

  #stripped(name: string): string | undefined {
    if (this.#strip === 0) return name;
    const parts = name.split("/").filter((part, index) => part !== "" || index === 0);
    const rest = parts.slice(this.#strip).join("/");
    return rest === "" ? undefined : rest;
  }

  #show(entry: TarEntry): void {
    const { options, invocation } = this.#call;
    const times = options.given.filter(({ key }) => key === "verbose").length;
    const output = options.has("stdout") ? invocation.stderr : invocation.stdout;
    if (times === 1) output.write(`${shownName(entry.name)}\n`);
    if (times > 1) output.write(this.#listing.row(entry));
  }

  #complain({ name }: TarEntry, words: string): void {
    complain(this.#call.invocation, `${quotedIfNeeded(name)}: ${words}`);
    this.status = 2;
  }

  *#toStdout(): Running<void> {
    for (let bytes = yield* this.#reader.read(); bytes; bytes = yield* this.#reader.read()) {
      this.#call.invocation.stdout.write(bytes);
      yield;
    }
  }

  *#make(entry: TarEntry, path: string): Running<void> {
    yield;
    if (entry.kind === "directory") {
      this.#directoryAt(entry, path);
      return;
    }
    if (!this.#makeRoom(entry, path)) return;
    this.#parents(path);
    switch (entry.kind) {
      case "file":
        yield* this.#file(entry, path);
        break;
      case "link":
        this.#link(entry, path);
        break;
      case "hardLink":
        this.#hardLink(entry, path);
        break;
      case "other":
        this.#complain(entry, "Cannot mknod: Operation not permitted");
    }
  }

  #modeOf({ mode }: TarEntry): number {
    const { options, invocation } = this.#call;
    // As for root, modes are kept as they are.
    const isKept = options.last("permissions", "noPermissions") !== "noPermissions";
    return isKept ? mode : mode & 0o777 & ~invocation.umask;
  }

  #directoryAt(entry: TarEntry, path: string): void {
    const { files } = this.#call.invocation;
    const bare = path.replace(/(?<=.)\/+$/, "");
    this.#parents(bare);
    if (!files.exists(bare)) files.makeDirectory(bare, this.#modeOf(entry));
    else if (files.stat(bare).kind !== "directory") throw new FileError("EEXIST", path);
    else files.setMode(bare, this.#modeOf(entry));
    if (!this.#call.options.has("touch")) {
      this.#later.push(() => {
        if (files.exists(bare)) files.setModified(bare, entry.modified * 1_000);
      });
    }
  }

  /** Whether something may be put there: what is in the way goes, unless it is to be kept. */
  #makeRoom(entry: TarEntry, path: string): boolean {
    const { invocation, options } = this.#call;
    const { files } = invocation;
    const there = kindAt(files, path);
    if (there === undefined) return true;
    if (options.has("skipOld")) return false;
    if (options.has("keepNewer") && files.lstat(path).modified >= entry.modified * 1_000) {
      complain(invocation, `Current ${localeQuoted(entry.name)} is newer or same age`);
      return false;
    }
    if (options.has("keep")) {
      this.#complain(entry, "Cannot open: File exists");
      return false;
    }
    if (there !== "directory") files.remove(path);
    else if (files.list(path).length === 0) files.remove(path);
    else throw new FileError("EISDIR", path);
    return true;
  }

  #parents(path: string): void {
    const { files, umask } = this.#call.invocation;
    const top = this.#call.options.has("absolute") ? undefined : this.#directory;
    makeParents(files, path, { top, mode: 0o777 & ~umask });
  }

  *#file(entry: TarEntry, path: string): Running<void> {
    const { files } = this.#call.invocation;
    const how = { write: true, create: true, truncate: true, mode: this.#modeOf(entry) };
    const file = files.open(path, how);
    try {
      for (let bytes = yield* this.#reader.read(); bytes; bytes = yield* this.#reader.read()) {
        // What is read is a part of something larger: it is kept as a copy.
        file.write(bytes.slice());
        yield;
      }
    } finally {
      file.close();
    }
    files.setMode(path, this.#modeOf(entry));
    if (!this.#call.options.has("touch")) files.setModified(path, entry.modified * 1_000);
  }

  /** Those that lead out are made last, so that nothing is extracted through them. */
  #link(entry: TarEntry, path: string): void {
    const target = this.#transform(entry.target, "link");
    const { files } = this.#call.invocation;
    const leadsOut = target.startsWith("/") || target.split("/").includes("..");
    if (!leadsOut) files.link(target, path);
    else this.#later.push(() => this.#lateLink({ ...entry, target }, path));
  }

  #lateLink(entry: TarEntry, path: string): void {
    try {
      this.#call.invocation.files.link(entry.target, path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const words = `Cannot create symlink to ${localeQuoted(entry.target)}`;
      this.#complain(entry, `${words}: ${error.message}`);
    }
  }

  /** One more name of a file that is there. */
  #hardLink(entry: TarEntry, path: string): void {
    const { files } = this.#call.invocation;
    const named = this.#transform(entry.target, "hardLink");
    const target = this.#stripped(named) ?? named;
    const safe = this.#targets.safe(target);
    try {
      files.addName(directoryBelow(this.#directory, safe), path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#complain(entry, `Cannot hard link to ${localeQuoted(safe)}: ${error.message}`);
    }
  }
}

function kindAt(files: TarCall["invocation"]["files"], path: string): string | undefined {
  try {
    return files.lstat(path).kind;
  } catch (error) {
    if (error instanceof FileError && error.code === "ENOENT") return undefined;
    throw error;
  }
}
