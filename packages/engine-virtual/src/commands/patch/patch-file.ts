import { FileError } from "../../files/errors.ts";
import type { FileStatus } from "../../files/files.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { type Answer, type Applied, HunkApplication } from "./apply-hunks.ts";
import { type Choosing, chooseFile, renamedTo, shownName } from "./choose-file.ts";
import { type FilePatch, PatchError, reversedPatch } from "./file-patch.ts";
import type { PatchKey, PatchPlan } from "./patch-options.ts";
import { statusAt } from "../transfer.ts";
import { rejectText } from "./reject-text.ts";

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Puts the patches of one call into their files. */
export class FilePatcher {
  readonly #call: Call<PatchKey>;
  readonly #plan: PatchPlan;
  readonly #directory: string;

  constructor(call: Call<PatchKey>, plan: PatchPlan) {
    this.#call = call;
    this.#plan = plan;
    this.#directory = call.invocation.resolve(call.options.value("directory") ?? ".");
  }

  /** 1 where something did not fit. */
  *patch(given: FilePatch): Running<number> {
    const patch = this.#plan.isReversed ? reversedPatch(given) : given;
    const { operands } = this.#call.options;
    const name = operands[0] ?? chooseFile(patch, this.#choosing());
    if (name === undefined) return this.#lost(patch);
    if (!this.#isRegular(name)) return this.#refused(name, patch);
    const before = this.#contentOf(name);
    const answer = this.#whetherItMay(patch, name, before);
    if (answer === "skip") return this.#ignored(patch);
    this.#sayWhat(name, patch);
    if (patch.broken !== undefined) throw patch.broken;
    const applied = yield* this.#apply(answer === "reverse" ? reversedPatch(patch) : patch, before);
    const status = this.#write(name, applied, before);
    return Math.max(status, this.#tellRejected(name, applied));
  }

  /** What `-o` names is made before anything is known of the patch. */
  makeOutput(): void {
    const output = this.#call.options.value("output");
    if (output === undefined || output === "-") return;
    const { files, umask } = this.#call.invocation;
    try {
      files.write(this.#resolve(output), new Uint8Array(), 0o666 & ~umask);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new PatchError(`Can't create file ${output} : ${error.message}`);
    }
  }

  #choosing(): Choosing {
    return {
      isThere: (name) => this.#statusOf(name) !== undefined,
      strip: this.#plan.strip,
      dangerous: (name) => this.#say(`Ignoring potentially dangerous file name ${name}\n`),
    };
  }

  #resolve(path: string): string {
    return path.startsWith("/") ? path : `${this.#directory}/${path}`;
  }

  #say(text: string): void {
    if (this.#call.options.has("silent")) return;
    const toStandardOutput = this.#call.options.value("output") === "-";
    const { stderr, stdout } = this.#call.invocation;
    (toStandardOutput ? stderr : stdout).write(Buffer.from(text, "latin1"));
  }

  #sayWhat(name: string, patch: FilePatch): void {
    const output = this.#call.options.value("output");
    const to = renamedTo(patch, this.#plan.strip);
    const verb = this.#call.options.has("dryRun") ? "checking" : "patching";
    if (output !== undefined) this.#say(`${verb} file ${output} (read from ${name})\n`);
    else if (to !== undefined && to !== name) {
      this.#say(`${verb} file ${to} (renamed from ${name})\n`);
    } else this.#say(`${verb} file ${name}\n`);
  }

  /** A file, or nothing: a link is not followed, which could lead anywhere. */
  #isRegular(name: string): boolean {
    const status = this.#statusOf(name);
    return status === undefined || status.kind === "file";
  }

  #statusOf(name: string): FileStatus | undefined {
    return statusAt(this.#call.invocation, this.#resolve(name), false);
  }

  #refused(name: string, patch: FilePatch): number {
    this.#say(`File ${name} is not a regular file -- refusing to patch\n`);
    const rejected = patch.hunks.map((hunk) => ({ hunk, offset: 0 }));
    const [isSkipped, isInexact] = [true, false];
    return this.#tellRejected(name, { lines: [], isSkipped, isInexact, patch, rejected });
  }

  #contentOf(name: string): Buffer | undefined {
    try {
      return Buffer.from(this.#call.invocation.files.read(this.#resolve(name)));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
      throw new PatchError(`Can't open file ${name} : ${error.message}`);
    }
  }

  #lost(patch: FilePatch): number {
    const lead = patch.lead.map((line) => `|${line}\n`).join("");
    const line = "--------------------------\n";
    const told = lead === "" ? "" : `The text leading up to this was:\n${line}${lead}${line}`;
    const wrong =
      this.#plan.strip === undefined
        ? "Perhaps you should have used the -p or --strip option?\n"
        : "Perhaps you used the wrong -p or --strip option?\n";
    const hint = patch.form === "normal" ? "" : wrong;
    this.#say(`can't find file to patch at input line ${patch.line}\n${hint}${told}`);
    const asks = !this.#call.options.has("force", "batch");
    this.#say(
      asks
        ? "File to patch: \nSkip this patch? [y] \nSkipping patch.\n"
        : "No file to patch.  Skipping patch.\n",
    );
    return this.#ignored(patch);
  }

  #ignored({ hunks }: FilePatch): number {
    this.#say(`${hunks.length} out of ${plural(hunks.length, "hunk")} ignored\n`);
    return 1;
  }

  /** Whether a file may be made that is there, or deleted that is not. */
  #whetherItMay(patch: FilePatch, name: string, before: Buffer | undefined): Answer {
    const makes = patch.old?.isAbsent === true && patch.hunks.length > 0;
    if (makes && before !== undefined && before.length > 0) {
      return this.#ask(`The next patch would create the file ${name},\nwhich already exists!`);
    }
    if (patch.now?.isAbsent === true && before === undefined) {
      return this.#ask(`The next patch would delete the file ${name},\nwhich does not exist!`);
    }
    return "apply";
  }

  /** Nobody is there to answer: what patch does without a terminal. */
  #ask(question: string): Answer {
    const { options } = this.#call;
    const isBack = this.#plan.isReversed;
    if (options.has("forward")) {
      this.#say(`${question}  Skipping patch.\n`);
      return "skip";
    }
    if (options.has("force")) {
      this.#say(`${question}  Applying it anyway.\n`);
      return "apply";
    }
    if (options.has("batch")) {
      this.#say(`${question}  ${isBack ? "Ignoring" : "Assuming"} -R.\n`);
      return "reverse";
    }
    const word = isBack ? "Ignore" : "Assume";
    this.#say(`${question}  ${word} -R? [n] \nApply anyway? [n] \nSkipping patch.\n`);
    return "skip";
  }

  *#apply(patch: FilePatch, before: Buffer | undefined): Running<Applied> {
    const { options } = this.#call;
    const isBack = this.#plan.isReversed;
    const words = isBack ? "Unreversed" : "Reversed (or previously applied)";
    const lines = before?.toString("latin1").match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const application = new HunkApplication(
      {
        lines,
        fuzz: this.#plan.fuzz,
        isSame: options.has("ignoreSpace") ? isSameButSpace : (one, other) => one === other,
        whenReversed: options.has("force")
          ? undefined
          : () => this.#ask(`${words} patch detected!`),
        say: (text) => this.#say(text),
      },
      patch,
    );
    return yield* application.run();
  }

  /** 1 where it leaves what it should have deleted. */
  #write(name: string, applied: Applied, before: Buffer | undefined): number {
    const { options } = this.#call;
    const output = options.value("output");
    if (applied.isSkipped || (output === undefined && options.has("dryRun"))) return 0;
    const content = Buffer.from(applied.lines.join(""), "latin1");
    if (output === "-") this.#call.invocation.stdout.write(content);
    else if (output !== undefined) this.#put(output, name, content);
    else {
      this.#backUp(name, applied, before);
      return this.#replace(name, applied, content);
    }
    return 0;
  }

  #replace(name: string, { patch, rejected }: Applied, content: Buffer): number {
    const isDeleted = patch.now?.isAbsent === true;
    const to = renamedTo(patch, this.#plan.strip) ?? name;
    if (content.length === 0 && (isDeleted || this.#call.options.has("removeEmpty"))) {
      this.#remove(name);
      return 0;
    }
    const isChanged = rejected.length < patch.hunks.length || patch.hunks.length === 0;
    if (isChanged) this.#put(to, name, content);
    this.#setMode(to, patch);
    if (!isDeleted || rejected.length > 0) return 0;
    this.#say(`Not deleting file ${name} as content differs from patch\n`);
    return 1;
  }

  #setMode(name: string, { mode }: FilePatch): void {
    const { files } = this.#call.invocation;
    const path = this.#resolve(name);
    if (mode !== undefined && files.exists(path)) files.setMode(path, mode);
  }

  #backUp(name: string, { isInexact, patch }: Applied, before: Buffer | undefined): void {
    const { options } = this.#call;
    const onMismatch = isInexact && !options.has("noBackup") && patch.hunks.length > 0;
    if (!options.has("backup") && !onMismatch) return;
    this.#call.invocation.files.write(this.#resolve(`${name}.orig`), before ?? new Uint8Array());
  }

  #put(to: string, from: string, content: Uint8Array): void {
    const { files, umask } = this.#call.invocation;
    const path = this.#resolve(to);
    this.#makeParents(path);
    const source = this.#resolve(from);
    const isMoved = to !== from && this.#call.options.value("output") === undefined;
    if (isMoved && files.exists(source)) files.move(source, path);
    files.atomically(() => {
      if (this.#call.options.value("output") === undefined) this.#partFromOthers(path);
      files.write(path, content, 0o666 & ~umask);
    });
  }

  /** A patched file is another one: those with which it shared its content keep what they have. */
  #partFromOthers(path: string): void {
    const { files } = this.#call.invocation;
    const there = statusAt(this.#call.invocation, path, false);
    if (there?.names === undefined) return;
    files.remove(path);
    files.write(path, new Uint8Array(), there.mode);
  }

  #makeParents(path: string): void {
    const { files, umask } = this.#call.invocation;
    const names = path.split("/").slice(1, -1);
    names.forEach((_, index) => {
      const directory = `/${names.slice(0, index + 1).join("/")}`;
      if (!files.exists(directory)) files.makeDirectory(directory, 0o777 & ~umask);
    });
  }

  /** And the folders that it leaves empty. */
  #remove(name: string): void {
    const { files } = this.#call.invocation;
    if (files.exists(this.#resolve(name))) files.remove(this.#resolve(name));
    const parts = name.split("/").slice(0, -1);
    while (parts.length > 0 && files.list(this.#resolve(parts.join("/"))).length === 0) {
      files.remove(this.#resolve(parts.join("/")));
      parts.pop();
    }
  }

  #tellRejected(name: string, { isSkipped, patch, rejected }: Applied): number {
    if (rejected.length === 0) return 0;
    const { options } = this.#call;
    const to = options.value("rejects") ?? `${options.value("output") ?? name}.rej`;
    const saves = !options.has("dryRun") && to !== "-";
    const what = isSkipped ? "ignored" : "FAILED";
    const where = saves ? ` -- saving rejects to file ${to}` : "";
    this.#say(`${rejected.length} out of ${plural(patch.hunks.length, "hunk")} ${what}${where}\n`);
    if (saves) {
      const text = rejectText(patch, rejected, (one) => shownName(one, this.#plan.strip));
      this.#call.invocation.files.write(this.#resolve(to), Buffer.from(text, "latin1"));
    }
    return 1;
  }
}

const isSameButSpace = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => text.replace(/[ \t]+/g, " ").replace(/ ?\n$/, "");
