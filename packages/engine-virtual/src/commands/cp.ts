import { FileError } from "../files/errors.ts";
import type { FileStatus } from "../files/files.ts";
import type { Invocation, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { complain, defineCommand } from "./define-command.ts";
import { openInput, readAll } from "./inputs.ts";
import { joined } from "./operands.ts";
import { Backups } from "./backups.ts";
import { CP_OPTIONS, CP_WORDS, type CpKey, type Following, followingOf } from "./cp-options.ts";
import { makeParents, tasksWithParents } from "./cp-parents.ts";
import { isLinked, linkTo, refuseRelative } from "./cp-links.ts";
import { onlyOnce } from "./cp-once.ts";
import { besideItself, type Linking, refuseSame } from "./cp-same.ts";
import { directoryName } from "./paths/dirname.ts";
import { Overwriting } from "./overwrite.ts";
import { UsageError } from "./options.ts";
import { quoted } from "./quote.ts";
import type { Task } from "./targets.ts";
import { openOutput } from "./text/open-output.ts";
import {
  cannotStat,
  eachTask,
  realTarget,
  refuseMixedKinds,
  statusAt,
  TransferError,
} from "./transfer.ts";

/**
 * Copies one operand. First it finds all that there is to do; then it does that in one step, so that a
 * copy which passes a limit leaves nothing.
 */
class Copy {
  readonly #call: Call<CpKey>;
  readonly #invocation: Invocation;
  readonly #following: Following;
  readonly #overwriting: Overwriting;
  /** Where what is in the way is kept. */
  readonly #backups: Backups | undefined;
  readonly #steps: (() => void)[] = [];
  #failed = false;

  constructor(call: Call<CpKey>, overwriting: Overwriting, backups: Backups | undefined) {
    this.#call = call;
    this.#invocation = call.invocation;
    this.#following = followingOf(call);
    this.#overwriting = overwriting;
    this.#backups = backups;
  }

  *run(task: Task): Running<void> {
    yield* this.#plan(task, this.#following !== "none");
    this.#invocation.files.atomically(() => {
      for (const step of this.#steps) step();
    });
    if (this.#failed) throw new TransferError("");
  }

  get #isRecursive(): boolean {
    return this.#call.options.has("recursive", "archive");
  }

  *#plan(task: Task, follow: boolean): Running<void> {
    const { source } = task;
    yield;
    const status = statusAt(this.#invocation, source, follow);
    if (status === undefined) {
      throw cannotStat(this.#invocation, source);
    }
    if (status.kind === "directory" && !this.#isRecursive) {
      throw new TransferError(`-r not specified; omitting directory ${quoted(source)}`);
    }
    const there = this.#whatIsAt(task, status);
    if (there !== undefined && !this.#overwriting.keeps) {
      const isKept = this.#backups?.isOn ?? false;
      refuseSame(this.#invocation, task, { isKept, kind: there.kind, linking: this.#linking });
    }
    if (status.kind === "directory") yield* this.#planDirectory(task, there);
    else yield* this.#planFile(task, status, there);
  }

  /** A link that leads nowhere is not written through. */
  #whatIsAt(task: Task, { kind }: FileStatus): FileStatus | undefined {
    const { target } = task;
    const isFollowed = kind !== "link" && this.#linking !== "hardLinks";
    const there = statusAt(this.#invocation, target, isFollowed);
    const replaces = this.#linking !== undefined || this.#call.options.has("removeFirst");
    if (there !== undefined || replaces) return there;
    const link = statusAt(this.#invocation, target, false);
    if (link === undefined || kind === "directory" || this.#backups?.isOn) return link;
    this.#tell(task);
    throw new TransferError(`not writing through dangling symlink ${quoted(target)}`);
  }

  #refuseInsideItself({ source, target }: Task): void {
    const { files, resolve } = this.#invocation;
    // What it is in is made by this very copy.
    if (!files.exists(resolve(directoryName(target)))) return;
    const top = realTarget(this.#invocation, source);
    const place = realTarget(this.#invocation, target);
    if (!place.startsWith(top === "/" ? "/" : `${top}/`)) return;
    const words = `cannot copy a directory, ${quoted(source)}, into itself, ${quoted(target)}`;
    throw new TransferError(words);
  }

  *#planDirectory(task: Task, there: FileStatus | undefined): Running<void> {
    if (there !== undefined) refuseMixedKinds(task, { ...there, kind: "directory" }, there);
    this.#explain(task, () => this.#refuseInsideItself(task));
    if (there === undefined && this.#following !== "all" && this.#linking === undefined) {
      this.#steps.push(() => this.#share(task));
      return;
    }
    if (there === undefined) this.#steps.push(() => this.#makeDirectory(task));
    const { files, resolve } = this.#invocation;
    for (const { name } of files.list(resolve(task.source))) {
      const inner = { source: joined(task.source, name), target: joined(task.target, name) };
      yield* this.#planInner(inner);
    }
    if (this.#keepsTimes) this.#steps.push(() => this.#keepTime(task));
  }

  /** What fails below a directory is said; the rest of it goes on. */
  *#planInner(task: Task): Running<void> {
    try {
      yield* this.#plan(task, this.#following === "all");
    } catch (error) {
      if (!(error instanceof TransferError)) throw error;
      complain(this.#invocation, error.message);
      this.#failed = true;
    }
  }

  *#planFile(task: Task, status: FileStatus, there: FileStatus | undefined): Running<void> {
    if (there === undefined && task.target.endsWith("/")) {
      throw new TransferError(`cannot create regular file ${quoted(task.target)}: Not a directory`);
    }
    if (there !== undefined) {
      if (!(yield* this.#overwriting.mayReplace(task, status, there))) return;
      refuseMixedKinds(task, status, there);
    }
    if (this.#linking !== undefined) this.#steps.push(() => this.#makeLink(task, status, there));
    else if (status.kind === "device" || there?.kind === "device") yield* this.#planThrough(task);
    else this.#steps.push(() => this.#copyFile(task, status, there));
  }

  /** By its content: from a device or to one. */
  *#planThrough(task: Task): Running<void> {
    const input = this.#explain(task, () => openInput(this.#invocation, task.source));
    const content = yield* readAll(input);
    const { files, resolve } = this.#invocation;
    const descriptor = statusAt(this.#invocation, task.target, true)?.descriptor;
    this.#steps.push(() => {
      this.#tell(task);
      this.#explain(task, () => {
        if (descriptor === undefined) files.write(resolve(task.target), content);
        else {
          const output = openOutput(this.#invocation, task.target);
          output.write(content);
          output.close();
        }
      });
    });
  }

  get #linking(): Linking | undefined {
    return this.#call.options.last("hardLinks", "symbolicLinks");
  }

  /** A link in the place of a copy. */
  #makeLink(task: Task, status: FileStatus, found: FileStatus | undefined): void {
    const isHard = this.#linking === "hardLinks";
    if (isHard && found !== undefined) {
      if (isLinked(this.#invocation, task, { status, there: found })) return;
    }
    this.#tell(task, found === undefined ? "" : this.#giveWay(task, isHard));
    if (!isHard) refuseRelative(this.#invocation, task);
    linkTo(this.#invocation, task, { isHard, isFollowed: status.kind !== "link" });
  }

  /** What is in the way of a link is kept as a backup, or goes; what is said of that. */
  #giveWay(task: Task, isHard: boolean): string {
    const { files, resolve } = this.#invocation;
    const said = this.#backups?.keep(task, "copied") ?? "";
    // Who was asked has said that it may go.
    const mayGo = this.#call.options.has("force") || (isHard && this.#overwriting.asks);
    if (said === "" && mayGo) files.remove(resolve(task.target));
    return said;
  }

  #copyFile(task: Task, status: FileStatus, found: FileStatus | undefined): void {
    const { files, resolve, umask } = this.#invocation;
    const target = resolve(task.target);
    const said = found === undefined ? "" : (this.#backups?.keep(task, "copied") ?? "");
    const there = said === "" && !this.#removes(task) ? found : undefined;
    this.#tell(task, said);
    this.#explain(task, () => {
      if (status.kind === "link") files.copy(resolve(task.source), target);
      else if (there === undefined) files.copy(files.realPath(resolve(task.source)), target);
      else files.write(target, files.read(resolve(task.source)));
      const masked = status.mode & ~umask;
      const isNew = status.kind === "file" && there === undefined && !this.#keepsTimes;
      if (isNew && masked !== status.mode) files.setMode(target, masked);
    });
    if (this.#keepsTimes && status.kind === "file") this.#keepTime(task);
  }

  /** With `--remove-destination` what is there goes first, a link as itself. */
  #removes({ target }: Task): boolean {
    if (!this.#call.options.has("removeFirst")) return false;
    const { files, resolve, stdout } = this.#invocation;
    if (statusAt(this.#invocation, target, false) === undefined) return true;
    files.remove(resolve(target));
    if (this.#call.options.has("verbose")) stdout.write(`removed ${quoted(target)}\n`);
    return true;
  }

  /** The whole directory at once: both places see the same content from now on. */
  #share(task: Task): void {
    const { files, resolve } = this.#invocation;
    this.#explain(task, () =>
      files.copy(files.realPath(resolve(task.source)), resolve(task.target)),
    );
    if (this.#keepsTimes) this.#keepTime(task);
    this.#tellAll(task);
  }

  #makeDirectory(task: Task): void {
    const { files, resolve } = this.#invocation;
    this.#explain(task, () => files.makeDirectory(resolve(task.target)));
    this.#tell(task);
  }

  get #keepsTimes(): boolean {
    return this.#call.options.has("keepTimes", "archive");
  }

  #keepTime({ source, target }: Task): void {
    const { files, resolve } = this.#invocation;
    const { modified, mode } = files.stat(resolve(source));
    files.setMode(resolve(target), mode);
    files.setModified(resolve(target), modified);
  }

  #tell({ source, target }: Task, said = ""): void {
    if (!this.#call.options.has("verbose")) return;
    this.#invocation.stdout.write(`${quoted(source)} -> ${quoted(target)}${said}\n`);
  }

  #tellAll(task: Task): void {
    if (!this.#call.options.has("verbose")) return;
    this.#tell(task);
    const { files, resolve } = this.#invocation;
    if (files.lstat(resolve(task.target)).kind !== "directory") return;
    for (const { name } of files.list(resolve(task.target))) {
      this.#tellAll({ source: joined(task.source, name), target: joined(task.target, name) });
    }
  }

  #explain<Result>({ source, target }: Task, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const { files, resolve } = this.#invocation;
      const isDirectory =
        files.exists(resolve(source)) && files.stat(resolve(source)).kind === "directory";
      const what = isDirectory ? "directory" : "regular file";
      throw new TransferError(`cannot create ${what} ${quoted(target)}: ${error.message}`);
    }
  }
}

export const cp = defineCommand({
  name: "cp",
  description: "Copy files and directories",
  usage: "[OPTION]... SOURCE... DEST",
  options: CP_OPTIONS,
  words: CP_WORDS,
  *run(call: Call<CpKey>): Running<number> {
    const { invocation, options } = call;
    if (options.has("hardLinks") && options.has("symbolicLinks")) {
      throw new UsageError("cannot make both hard and symbolic links");
    }
    const overwriting = new Overwriting(invocation, options);
    const backups = new Backups(invocation, options);
    const hasParents = options.has("parents");
    const isNew = onlyOnce(call);
    const work = function* (task: Task): Running<void> {
      if (!isNew(task)) return;
      if (hasParents) makeParents(call, task);
      const beside = besideItself(call, task, backups);
      const kept = beside === undefined ? backups : undefined;
      yield* new Copy(call, overwriting, kept).run(beside ?? task);
    };
    return yield* eachTask(call, work, hasParents ? tasksWithParents(call) : undefined);
  },
});
