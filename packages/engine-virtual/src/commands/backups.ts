import type { Invocation } from "./command.ts";
import { lastName } from "./operands.ts";
import { type Options, UsageError } from "./options.ts";
import { directoryName } from "./paths/dirname.ts";
import { quoted } from "./quote.ts";

/** The spellings that cp and mv share. */
export const BACKUP_OPTIONS = {
  backup: "-b --backup[=CONTROL]",
  suffix: "-S --suffix=SUFFIX",
} as const;

type Control = "none" | "simple" | "existing" | "numbered";

const CONTROLS: Readonly<Record<string, Control>> = {
  ...{ none: "none", off: "none", simple: "simple", never: "simple" },
  ...{ existing: "existing", nil: "existing", numbered: "numbered", t: "numbered" },
};

/** What is in the way of cp or mv, under another name, where that is asked for. */
export class Backups {
  readonly #invocation: Invocation;
  readonly #control: Control;
  readonly #suffix: string;

  constructor(invocation: Invocation, options: Options<keyof typeof BACKUP_OPTIONS>) {
    const { env } = invocation;
    this.#invocation = invocation;
    this.#control = options.has("backup", "suffix") ? controlOf(invocation, options) : "none";
    this.#suffix = options.value("suffix") ?? env.get("SIMPLE_BACKUP_SUFFIX") ?? "~";
  }

  get isOn(): boolean {
    return this.#control !== "none";
  }

  /** Moves what is there aside; what is said of it behind the task. */
  keep(target: string): string {
    if (!this.isOn) return "";
    const { files, resolve } = this.#invocation;
    const name = this.#nameFor(target);
    files.move(resolve(target), resolve(name));
    return ` (backup: ${quoted(name)})`;
  }

  #nameFor(target: string): string {
    const last = this.#lastNumber(target);
    const isNumbered = this.#control === "numbered" || (this.#control === "existing" && last > 0);
    return target + (isNumbered ? `.~${last + 1}~` : this.#suffix);
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

function controlOf({ env }: Invocation, options: Options<keyof typeof BACKUP_OPTIONS>): Control {
  const word = options.value("backup") ?? env.get("VERSION_CONTROL") ?? "existing";
  const control = CONTROLS[word];
  if (control !== undefined) return control;
  const known =
    "\n  - 'none', 'off'\n  - 'simple', 'never'\n  - 'existing', 'nil'\n  - 'numbered', 't'";
  const words = `invalid argument ${quoted(word)} for 'backup type'`;
  throw new UsageError(`${words}\nValid arguments are:${known}`);
}
