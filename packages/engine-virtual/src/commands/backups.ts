import { meantWord } from "./option-words.ts";
import { FileError } from "../files/errors.ts";
import type { Invocation } from "./command.ts";
import { lastName } from "./operands.ts";
import { type Options } from "./options.ts";
import { directoryName } from "./paths/dirname.ts";
import { quoted } from "./quote.ts";
import type { Task } from "./targets.ts";
import { TransferError } from "./transfer.ts";

/** The spellings that cp, ln and mv share. */
export const BACKUP_OPTIONS = {
  backup: "-b --backup[=CONTROL]",
  suffix: "-S --suffix=SUFFIX",
} as const;

export type BackupKey = keyof typeof BACKUP_OPTIONS;

type Control = "none" | "simple" | "existing" | "numbered";

const CONTROLS: readonly (readonly [Control, string])[] = [
  ["none", "off"],
  ["simple", "never"],
  ["existing", "nil"],
  ["numbered", "t"],
];

/** What is in the way of cp or mv, under another name, where that is asked for. */
export class Backups {
  readonly #invocation: Invocation;
  readonly #control: Control;
  readonly #suffix: string;

  constructor(invocation: Invocation, options: Options<BackupKey>) {
    const { env } = invocation;
    this.#invocation = invocation;
    this.#control = options.has("backup", "suffix") ? controlOf(invocation, options) : "none";
    const suffix = options.value("suffix") ?? env.get("SIMPLE_BACKUP_SUFFIX") ?? "";
    this.#suffix = suffix === "" || suffix.includes("/") ? "~" : suffix;
  }

  get isOn(): boolean {
    return this.#control !== "none";
  }

  /** The name that a backup gets. */
  nameFor(target: string): string {
    const last = this.#lastNumber(target);
    const isNumbered = this.#control === "numbered" || (this.#control === "existing" && last > 0);
    return target + (isNumbered ? `.~${last + 1}~` : this.#suffix);
  }

  /** Moves what is there aside; what is said of it behind the task. */
  keep({ source, target }: Task, done: "moved" | "copied"): string {
    if (!this.isOn) return "";
    const { files, resolve } = this.#invocation;
    const place = target.replace(/(?<=.)\/+$/, "");
    this.#refuseSource({ source, target: place }, done);
    const name = this.nameFor(place);
    try {
      files.move(resolve(place), resolve(name));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new TransferError(`cannot backup ${quoted(target)}: ${error.message}`);
    }
    return ` (backup: ${quoted(name)})`;
  }

  /** What is to be moved may itself be an older backup, which the new one would replace. */
  #refuseSource({ source, target }: Task, done: string): void {
    const older = target + this.#suffix;
    if (this.#control === "numbered" || lastName(source) !== lastName(older)) return;
    const { files } = this.#invocation;
    const [from, place] = [source, older].map((name) => this.#invocation.resolve(name));
    if (from === undefined || place === undefined || !files.exists(place)) return;
    if (files.realPath(from) !== files.realPath(place)) return;
    const words = `backing up ${quoted(target)} might destroy source`;
    throw new TransferError(`${words};  ${quoted(source)} not ${done}`);
  }

  #lastNumber(target: string): number {
    const { files, resolve } = this.#invocation;
    const front = `${lastName(target)}.~`;
    const numbers = files
      .list(resolve(directoryName(target)))
      .filter(({ name }) => name.startsWith(front) && name.endsWith("~"))
      .map(({ name }) => Number(name.slice(front.length, -1)));
    return Math.max(0, ...numbers.filter(Number.isInteger));
  }
}

function controlOf({ env }: Invocation, options: Options<BackupKey>): Control {
  const word = options.value("backup") ?? env.get("VERSION_CONTROL") ?? "existing";
  const what = options.value("backup") === undefined ? "$VERSION_CONTROL" : "backup type";
  const meant = meantWord(CONTROLS, word, what);
  return CONTROLS.find(([control]) => control === meant)?.[0] ?? "existing";
}
