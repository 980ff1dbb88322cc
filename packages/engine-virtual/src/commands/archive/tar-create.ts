import { FileError } from "../../files/errors.ts";
import { fileIdentity } from "../../files/file-identity.ts";
import type { FileStatus } from "../../files/files.ts";
import type { Output, Running } from "../command.ts";
import { complain } from "../define-command.ts";
import { joined } from "../operands.ts";
import { localeQuoted } from "../quote.ts";
import type { Appended } from "./tar-append.ts";
import { paddingOf, ROOT, TAR_END, tarHeader, type TarEntry } from "./tar-header.ts";
import { shownName, TarListing } from "./tar-listing.ts";
import type { Override } from "./tar-overrides.ts";
import { SafeNames } from "./tar-names.ts";
import { transformOf } from "./tar-transform.ts";
import { Directories, type Members } from "./tar-members.ts";
import { directoryBelow, excludedBy, type TarCall } from "./tar-options.ts";

/** What the archive is made for: the file itself is left out of it. */
export interface CreateTo {
  readonly output: Output;
  readonly own: string | undefined;
  /** Where names are shown with `-v`. */
  readonly names: Output;
  readonly override: Override;
  /** What is there already, where more is put into an archive. */
  readonly appended?: Appended;
}

const RECORD = 10_240;

const POSITIONAL =
  "The following options were used after any non-optional arguments in archive create or update " +
  "mode.  These options are positional and affect only arguments that follow them.  " +
  "Please, rearrange them properly.";

/** Makes an archive of members and of all that is below them. */
export class TarMaker {
  readonly #call: TarCall;
  readonly #to: CreateTo;
  readonly #directories: Directories;
  #isExcluded: (name: string) => boolean = () => false;
  /** By what all names of a file have in common. */
  readonly #firstNames = new Map<string, string>();
  readonly #names: SafeNames;
  readonly #transform: ReturnType<typeof transformOf>;
  readonly #listing: TarListing;
  readonly #override: Override;
  /** What `--remove-files` takes away when all is written, what is below a directory behind it. */
  readonly #done: string[] = [];
  /** What makes no whole record yet, and how much has been written. */
  #waiting: Uint8Array[] = [];
  #written: number;
  #length: number;
  status = 0;

  constructor(call: TarCall, to: CreateTo) {
    this.#call = call;
    this.#to = to;
    this.#directories = new Directories(call.invocation);
    this.#transform = transformOf(call);
    this.#length = to.appended?.content.length ?? 0;
    this.#written = this.#length;
    const isOff = call.options.has("absolute");
    this.#names = new SafeNames(call.invocation, { isOff, what: "member names" });
    this.#listing = new TarListing(call);
    this.#override = to.override;
  }

  /** Options hold for the names behind them. */
  #refuseLate({ directories, late }: Members): void {
    if (late.length === 0 || !this.#call.options.has("create")) return;
    this.#directories.at(directories);
    complain(this.#call.invocation, POSITIONAL);
    for (const { option, value } of late) {
      complain(this.#call.invocation, `${option} ${localeQuoted(value)} has no effect`);
    }
    this.status = 2;
  }

  *all(members: Members): Running<void> {
    for (const { name, directories, exclusions } of members.all) {
      if (name === "") complain(this.#call.invocation, "Substituting `.' for empty member name");
      const directory = this.#directories.at(directories);
      this.#isExcluded = excludedBy([...members.exclusions, ...exclusions]);
      yield* this.#add(name, name === "" ? "" : directoryBelow(directory, name));
    }
    this.#refuseLate(members);
    this.#write(TAR_END);
    this.#write(new Uint8Array((RECORD - (this.#length % RECORD)) % RECORD));
    this.#flush();
    if (this.#call.options.has("removeFiles")) this.#removeDone();
  }

  #removeDone(): void {
    const { files } = this.#call.invocation;
    for (const path of this.#done.toReversed()) {
      const isFull = files.lstat(path).kind === "directory" && files.list(path).length > 0;
      if (!isFull) files.remove(path);
    }
  }

  *#add(name: string, path: string): Running<void> {
    yield;
    if (this.#isExcluded(name)) return;
    try {
      const { files } = this.#call.invocation;
      const follows = this.#call.options.has("dereference");
      const status = follows ? files.stat(path) : files.lstat(path);
      if (status.kind === "device") return;
      if (this.#isOwn(name, path)) return;
      yield* this.#addOne({ name, path, status });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const words = error.code === "ENOENT" ? "Cannot stat" : "Cannot open";
      complain(this.#call.invocation, `${name}: ${words}: ${error.message}`);
      this.status = 2;
    }
  }

  #isOwn(name: string, path: string): boolean {
    const { files } = this.#call.invocation;
    if (this.#to.own === undefined || !files.exists(path)) return false;
    if (files.realPath(path) !== this.#to.own) return false;
    complain(this.#call.invocation, `${name}: file is the archive; not dumped`);
    return true;
  }

  *#addOne(found: { name: string; path: string; status: FileStatus }): Running<void> {
    const { path, status } = found;
    const { files } = this.#call.invocation;
    const isDirectory = status.kind === "directory";
    const name = isDirectory ? `${found.name.replace(/\/+$/, "")}/` : found.name;
    const bare = isDirectory ? name.replace(/(?<=.)\/$/, "") : name;
    const stored = this.#transform(this.#names.safe(bare), "member");
    const slash = isDirectory && !stored.endsWith("/") ? "/" : "";
    const entry = this.#override(this.#entryOf(stored + slash, path, status));
    if (this.#to.appended?.isCurrent(entry) !== true) {
      this.#show(entry, name);
      this.#writeEntry(entry, path);
      this.#done.push(path.replace(/(?<=.)\/+$/, ""));
    }
    if (!isDirectory || this.#call.options.has("noRecursion")) return;
    for (const below of this.#sorted(files.list(path).map((one) => one.name))) {
      yield* this.#add(joined(name, below), joined(path, below));
    }
  }

  #writeEntry(entry: TarEntry, path: string): void {
    this.#write(tarHeader(entry));
    if (entry.kind !== "file") return;
    this.#write(this.#call.invocation.files.read(path));
    this.#write(new Uint8Array(paddingOf(entry.size)));
  }

  #sorted(names: readonly string[]): readonly string[] {
    return this.#call.options.value("sort") === "name"
      ? names.toSorted((a, b) => (a < b ? -1 : 1))
      : names;
  }

  /** The name under which a file that has several is in the archive already. */
  #linkedTo(name: string, path: string, { kind, names = [] }: FileStatus): string | undefined {
    if (kind !== "file" || names.length < 2) return undefined;
    const identity = fileIdentity(this.#call.invocation.files, path);
    const first = this.#firstNames.get(identity);
    if (first === undefined) this.#firstNames.set(identity, name);
    return first;
  }

  #entryOf(name: string, path: string, status: FileStatus): TarEntry {
    const { files } = this.#call.invocation;
    const { mode, modified, size } = status;
    const linked = this.#linkedTo(name, path, status);
    const kind = linked === undefined ? status.kind : "hardLink";
    return {
      name,
      kind: kind === "device" ? "other" : kind,
      mode: kind === "link" ? 0o777 : mode,
      size: kind === "file" ? size : 0,
      modified: Math.floor(modified / 1_000),
      target: linked ?? (kind === "link" ? this.#transform(files.readLink(path), "link") : ""),
      ...ROOT,
    };
  }

  #show(entry: TarEntry, name: string): void {
    const times = this.#call.options.given.filter(({ key }) => key === "verbose").length;
    const shown = this.#call.options.has("showTransformed") ? entry.name : name;
    if (times === 1) this.#to.names.write(`${shownName(shown)}\n`);
    if (times > 1) this.#to.names.write(this.#listing.row({ ...entry, name: shown }));
  }

  /** Record by record: what is not full when tar gives up is lost. */
  #write(bytes: Uint8Array): void {
    const start = this.#length;
    this.#length += bytes.length;
    const ready = this.#length - (this.#length % RECORD);
    if (ready <= this.#written) {
      this.#waiting.push(bytes);
      return;
    }
    this.#waiting.push(bytes.subarray(0, ready - start));
    this.#flush();
    this.#waiting.push(bytes.subarray(ready - start));
    this.#written = ready;
  }

  #flush(): void {
    for (const bytes of this.#waiting) this.#to.output.write(bytes);
    this.#waiting = [];
  }
}
