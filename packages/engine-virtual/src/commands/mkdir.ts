import { FileError } from "../files/errors.ts";
import type { Invocation, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { complain, defineCommand } from "./define-command.ts";
import { changedMode } from "./modes.ts";
import { missingOperand } from "./operands.ts";
import { CommandError } from "./options.ts";
import { localeQuoted, quoted } from "./quote.ts";

const OPTIONS = {
  mode: "-m --mode=MODE",
  parents: "-p --parents",
  verbose: "-v --verbose",
} as const;

type Key = keyof typeof OPTIONS;

/** Every path from the first name on: `a`, `a/b`, `a/b/c`. */
function* pathsTo(operand: string): Iterable<string> {
  for (let at = operand.indexOf("/", 1); at !== -1; at = operand.indexOf("/", at + 1)) {
    const isLast = /^\/+$/.test(operand.slice(at));
    if (operand[at - 1] !== "/") yield isLast ? operand : operand.slice(0, at);
  }
  if (!/[^/]\/+$/.test(operand)) yield operand;
}

class Maker {
  readonly #invocation: Invocation;
  readonly #options: Call<Key>["options"];
  readonly #mode: number;
  readonly #parentMode: number;

  constructor({ invocation, options }: Call<Key>) {
    this.#invocation = invocation;
    this.#options = options;
    this.#parentMode = 0o777 & ~invocation.umask;
    this.#mode = this.#modeFor(options.value("mode"));
  }

  make(operand: string): void {
    if (!this.#options.has("parents")) {
      this.#makeOne(operand, this.#mode);
      return;
    }
    const paths = [...pathsTo(operand)];
    for (const [index, path] of paths.entries()) {
      if (this.#isDirectory(path)) continue;
      const isLast = index === paths.length - 1;
      this.#makeOne(path, isLast ? this.#mode : this.#parentMode, !isLast);
    }
  }

  #modeFor(asked: string | undefined): number {
    if (asked === undefined) return this.#parentMode;
    const now = { mode: 0o777, isDirectory: true, umask: this.#invocation.umask };
    const mode = changedMode(asked, now);
    if (mode === undefined) throw new CommandError(`invalid mode ${localeQuoted(asked)}`);
    return mode;
  }

  #isDirectory(path: string): boolean {
    const { files, resolve } = this.#invocation;
    return files.exists(resolve(path)) && files.stat(resolve(path)).kind === "directory";
  }

  #makeOne(path: string, mode: number, isOnTheWay = false): void {
    const { files, resolve, stdout } = this.#invocation;
    try {
      files.makeDirectory(resolve(path), mode);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const isFileOnTheWay = isOnTheWay && error.code === "EEXIST";
      throw new FailedMake(path, isFileOnTheWay ? new FileError("ENOTDIR", path) : error);
    }
    if (this.#options.has("verbose")) stdout.write(`mkdir: created directory ${quoted(path)}\n`);
  }
}

/** Which of the directories on the way could not be made. */
class FailedMake extends Error {
  readonly path: string;

  constructor(path: string, cause: FileError) {
    super(cause.message, { cause });
    this.path = path;
  }
}

function* run(call: Call<Key>): Running<number> {
  const { invocation, options } = call;
  if (options.operands.length === 0) missingOperand();
  const maker = new Maker(call);
  let status = 0;
  for (const operand of options.operands) {
    yield;
    try {
      maker.make(operand);
    } catch (error) {
      if (!(error instanceof FailedMake)) throw error;
      complain(invocation, `cannot create directory ${localeQuoted(error.path)}: ${error.message}`);
      status = 1;
    }
  }
  return status;
}

export const mkdir = defineCommand({
  name: "mkdir",
  description: "Make directories",
  usage: "[OPTION]... DIRECTORY...",
  options: OPTIONS,
  run,
});
