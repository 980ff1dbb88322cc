import { kindWords } from "./kind-words.ts";
import { FileError } from "../files/errors.ts";
import type { FileStatus } from "../files/files.ts";
import type { Invocation, Running } from "./command.ts";
import { Answers, ask } from "./ask.ts";
import type { Call } from "./define-command.ts";
import { complain, defineCommand } from "./define-command.ts";
import { joined, lastName, missingOperand } from "./operands.ts";
import { quoted } from "./quote.ts";

const OPTIONS = {
  directories: "-d --dir",
  force: "-f --force",
  ask: "-i",
  askOnce: "-I",
  interactive: "--interactive[=WHEN]",
  preserveRoot: "--preserve-root[=ALL]",
  noPreserveRoot: "--no-preserve-root",
  recursive: "-r -R --recursive",
  verbose: "-v --verbose",
} as const;

type Key = keyof typeof OPTIONS;

function isAsking({ options }: Call<Key>): boolean {
  const last = options.given.findLast(({ key }) =>
    ["force", "ask", "askOnce", "interactive"].includes(key),
  );
  if (last?.key === "interactive") return last.value === undefined || last.value === "always";
  return last?.key === "ask";
}

/** Removes operand by operand. */
class Remover {
  readonly #invocation: Invocation;
  readonly #options: Call<Key>["options"];
  readonly #asks: boolean;
  readonly #answers: Answers;
  failed = false;

  constructor(call: Call<Key>) {
    this.#invocation = call.invocation;
    this.#options = call.options;
    this.#asks = isAsking(call);
    this.#answers = new Answers(call.invocation);
  }

  *remove(operand: string): Running<void> {
    const { files, resolve } = this.#invocation;
    const refused = this.#refusal(operand);
    if (refused.length > 0) {
      for (const line of refused) this.#fail(line);
      return;
    }
    try {
      const status = files.lstat(resolve(operand));
      yield* this.#removeThere(operand, status);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const isAbsent = error.code === "ENOENT" || error.code === "ENOTDIR";
      if (isAbsent && this.#options.has("force")) return;
      this.#fail(`cannot remove ${quoted(operand)}: ${error.message}`);
    }
  }

  #fail(text: string): void {
    complain(this.#invocation, text);
    this.failed = true;
  }

  /** What is never removed, however it is asked for. */
  #refusal(operand: string): readonly string[] {
    const { files, resolve } = this.#invocation;
    const name = lastName(operand);
    if ((name === "." || name === "..") && this.#options.has("recursive")) {
      return [`refusing to remove '.' or '..' directory: skipping ${quoted(operand)}`];
    }
    const isRoot = files.exists(resolve(operand)) && files.realPath(resolve(operand)) === "/";
    if (!isRoot || !this.#options.has("recursive") || this.#isLink(operand)) return [];
    const same = operand === "/" ? "'/'" : `${quoted(operand)} (same as '/')`;
    return [
      `it is dangerous to operate recursively on ${same}`,
      "use --no-preserve-root to override this failsafe",
    ];
  }

  #isLink(operand: string): boolean {
    const { files, resolve } = this.#invocation;
    return files.lstat(resolve(operand)).kind === "link";
  }

  /** Whether a slash behind a link leads to a directory. */
  #isThroughLink(operand: string): boolean {
    return operand.endsWith("/") && this.#isLink(operand.replace(/(?<=.)\/+$/, ""));
  }

  *#removeThere(operand: string, status: FileStatus): Running<void> {
    const { files, resolve } = this.#invocation;
    const recursive = this.#options.has("recursive");
    if (status.kind !== "directory") {
      if (yield* this.#mayRemove(operand, kindWords(status))) this.#take(operand, "removed");
      return;
    }
    const isEmpty = files.list(resolve(operand)).length === 0;
    if (!recursive && !(this.#options.has("directories") && isEmpty)) {
      throw new FileError(this.#options.has("directories") ? "ENOTEMPTY" : "EISDIR", operand);
    }
    if (this.#isThroughLink(operand)) yield* this.#emptyThrough(operand);
    if (this.#asks || this.#options.has("verbose")) yield* this.#oneByOne(operand, isEmpty);
    else files.remove(resolve(operand), { recursive });
    yield;
  }

  /** What is in the directory goes; the name is none of a directory. */
  *#emptyThrough(operand: string): Running<void> {
    const { files, resolve } = this.#invocation;
    for (const { name } of files.list(resolve(operand))) yield* this.remove(joined(operand, name));
    throw new FileError("ENOTDIR", operand);
  }

  *#oneByOne(directory: string, isEmpty: boolean): Running<void> {
    const { files, resolve } = this.#invocation;
    if (!isEmpty && !(yield* this.#mayDescend(directory))) return;
    for (const { name } of files.list(resolve(directory))) {
      yield* this.remove(joined(directory, name));
      yield;
    }
    if (!(yield* this.#mayRemove(directory, "directory"))) return;
    this.#take(directory, "removed directory");
  }

  *#mayDescend(directory: string): Running<boolean> {
    if (!this.#asks) return true;
    const question = `descend into directory ${quoted(directory)}`;
    return yield* ask(this.#invocation, this.#answers, question);
  }

  *#mayRemove(operand: string, kind: string): Running<boolean> {
    if (!this.#asks) return true;
    return yield* ask(this.#invocation, this.#answers, `remove ${kind} ${quoted(operand)}`);
  }

  #take(operand: string, what: string): void {
    const { files, resolve, stdout } = this.#invocation;
    files.remove(resolve(operand));
    if (this.#options.has("verbose")) stdout.write(`${what} ${quoted(operand)}\n`);
  }
}

/** `-I` asks once, before more than three files or anything recursive. */
function* mayStart({ invocation, options }: Call<Key>): Running<boolean> {
  const { operands } = options;
  const recursive = options.has("recursive");
  if (options.last("force", "ask", "askOnce") !== "askOnce") return true;
  if (!recursive && operands.length <= 3) return true;
  const count = `${operands.length} argument${operands.length === 1 ? "" : "s"}`;
  const question = `remove ${count}${recursive ? " recursively" : ""}`;
  return yield* ask(invocation, new Answers(invocation), question);
}

function* run(call: Call<Key>): Running<number> {
  const { operands } = call.options;
  if (operands.length === 0) {
    if (call.options.has("force")) return 0;
    missingOperand();
  }
  if (!(yield* mayStart(call))) return 0;
  const remover = new Remover(call);
  for (const operand of operands) {
    yield* remover.remove(operand);
    yield;
  }
  return remover.failed ? 1 : 0;
}

export const rm = defineCommand({
  name: "rm",
  description: "Remove files or directories",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  words: { interactive: [["never", "no", "none"], ["once"], ["always", "yes"]] },
  run,
});
