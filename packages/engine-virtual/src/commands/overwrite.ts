import type { FileStatus } from "../files/files.ts";
import type { Invocation, Running } from "./command.ts";
import { Answers, ask } from "./ask.ts";
import type { BackupKey } from "./backups.ts";
import { type Options, UsageError } from "./options.ts";
import type { Task, TargetKey } from "./targets.ts";
import { quoted } from "./quote.ts";

/** Whether cp or mv may replace what is at a target: by `-n`, `-i`, `-f` and `-u`. */
export class Overwriting {
  readonly #invocation: Invocation;
  readonly #mode: "keep" | "ask" | "force" | undefined;
  readonly #onlyNewer: boolean;
  readonly #answers: Answers;

  constructor(invocation: Invocation, options: Options<TargetKey | BackupKey>) {
    this.#invocation = invocation;
    // To cp, force is about what it may not write, and undoes neither.
    const mode =
      invocation.name === "cp" ? options.last("keep", "ask") : options.last("keep", "ask", "force");
    if (mode === "keep" && options.has("backup", "suffix")) {
      throw new UsageError("options --backup and --no-clobber are mutually exclusive");
    }
    this.#mode = mode === "keep" || mode === "ask" || mode === "force" ? mode : undefined;
    this.#onlyNewer = options.has("update");
    this.#answers = new Answers(invocation);
  }

  /** Whether it replaces nothing. */
  get keeps(): boolean {
    return this.#mode === "keep";
  }

  /** Whether it asks before it replaces anything. */
  get asks(): boolean {
    return this.#mode === "ask";
  }

  /** Whether it replaces all that is in its way without looking. */
  get isBlind(): boolean {
    return this.#mode !== "keep" && this.#mode !== "ask" && !this.#onlyNewer;
  }

  *mayReplace({ target }: Task, source: FileStatus, there: FileStatus): Running<boolean> {
    if (this.#mode === "keep") return false;
    const isOlder = source.kind !== "directory" && source.modified <= there.modified;
    if (this.#onlyNewer && isOlder) return false;
    if (this.#mode !== "ask") return true;
    return yield* ask(this.#invocation, this.#answers, `overwrite ${quoted(target)}`);
  }
}
