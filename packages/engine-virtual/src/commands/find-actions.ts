import { FileError } from "../files/errors.ts";
import { Answers } from "./ask.ts";
import { CommandNotRun, type Invocation, type Output, type Running } from "./command.ts";
import { complain } from "./define-command.ts";
import { FindError, FindQuit } from "./find-error.ts";
import type { Found, Test } from "./find-expression.ts";
import { formatWarnings, formatFound, withinOf } from "./find-format.ts";
import { listed } from "./find-list.ts";
import { localeQuoted } from "./quote.ts";
import { type OpenOutput, openOutput } from "./text/open-output.ts";

/** What is written at once, and the words that one `-exec … +` is given at the most. */
const FULL = 32_768;
const MOST_WORDS = 4_096;
const MOST_CHARACTERS = 100_000;

/** The words of `-exec` up to `;` or `+`. */
export interface Exec {
  readonly words: readonly string[];
  readonly many: boolean;
}

/** Does what the actions of one call say, and keeps what is done only at its end. */
export class FindActions {
  readonly #invocation: Invocation;
  readonly #atEnd: (() => Running<void>)[] = [];
  readonly #outputs: OpenOutput[] = [];
  #waiting = "";
  #answers: Answers | undefined;
  failed = false;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  /** Writes on when a part is full; what follows in a pipe sees it in order. */
  write(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > FULL) this.flush();
  }

  flush(): void {
    if (this.#waiting !== "") this.#invocation.stdout.write(this.#waiting);
    this.#waiting = "";
  }

  print(end: string, file?: string): Test {
    return this.#writing(({ shown }) => shown + end, file);
  }

  printFormat(format: string, file?: string): Test {
    for (const words of formatWarnings(format)) complain(this.#invocation, `warning: ${words}`);
    const within = withinOf(this.#invocation);
    return this.#writing((found) => formatFound(format, found, within), file);
  }

  /** As `ls -dils` does. */
  list(): Test {
    return this.#writing((found) => listed(this.#invocation, found));
  }

  /** To standard output, or to a file that is made at once. */
  #writing(textOf: (found: Found) => string, file?: string): Test {
    const output = file === undefined ? this : this.#opened(file);
    const holds = (found: Found): boolean => {
      output.write(textOf(found));
      return true;
    };
    return { kind: "test", holds };
  }

  #opened(file: string): Pick<Output, "write"> {
    // By these names it writes to what is open already.
    if (file === "/dev/stdout") return this;
    if (file === "/dev/stderr") return this.#invocation.stderr;
    const output = openOutput(this.#invocation, file);
    this.#outputs.push(output);
    return output;
  }

  /** What is below has been removed before: a directory is removed after what is in it. */
  remove(): Test {
    const { files } = this.#invocation;
    const holds = ({ path, shown, depth }: Found): boolean => {
      if (depth === 0 && shown === ".") return true;
      try {
        files.remove(path);
        return true;
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        complain(this.#invocation, `cannot delete ${localeQuoted(shown)}: ${error.message}`);
        this.failed = true;
        return false;
      }
    };
    return { kind: "test", holds };
  }

  quit(): Test {
    const holds = (): never => {
      throw new FindQuit();
    };
    return { kind: "test", holds };
  }

  exec({ words, many }: Exec, inDirectory: boolean): Test {
    if (words.length === 0) throw new FindError("invalid argument `;' to `-exec'");
    return many ? this.#execMany(words, inDirectory) : this.#execEach(words, inDirectory);
  }

  /** The same, once standard input has said yes. */
  ok({ words }: Exec, inDirectory: boolean): Test {
    const answers = (this.#answers ??= new Answers(this.#invocation));
    const run = function* (this: FindActions, found: Found): Running<boolean> {
      this.flush();
      this.#invocation.stderr.write(`< ${words[0] ?? ""} ... ${found.shown} > ? `);
      if (!/^[yY]/.test(yield* answers.next())) return false;
      return yield* this.#runFor(words, found, inDirectory);
    }.bind(this);
    return { kind: "action", run };
  }

  #execEach(words: readonly string[], inDirectory: boolean): Test {
    const run = (found: Found): Running<boolean> => this.#runFor(words, found, inDirectory);
    return { kind: "action", run };
  }

  *#runFor(words: readonly string[], found: Found, inDirectory: boolean): Running<boolean> {
    const name = inDirectory ? `./${found.name}` : found.shown;
    const cwd = inDirectory ? this.#parentOf(found) : undefined;
    this.flush();
    return (
      (yield* this.#run(
        words.map((word) => word.replaceAll("{}", name)),
        cwd,
      )) === 0
    );
  }

  *#run(argv: readonly string[], cwd: string | undefined): Running<number> {
    try {
      return yield* this.#invocation.runCommand(argv, cwd === undefined ? {} : { cwd });
    } catch (error) {
      if (!(error instanceof CommandNotRun)) throw error;
      complain(this.#invocation, `${localeQuoted(argv[0] ?? "")}: ${error.message}`);
      return error.status;
    }
  }

  #execMany(words: readonly string[], inDirectory: boolean): Test {
    const fixed = words.slice(0, -1);
    let names: string[] = [];
    let length = 0;
    let cwd: string | undefined;
    const runAll = function* (this: FindActions): Running<void> {
      if (names.length === 0) return;
      const argv = [...fixed, ...names];
      names = [];
      length = 0;
      this.flush();
      if ((yield* this.#run(argv, cwd)) !== 0) this.failed = true;
    }.bind(this);
    const run = function* (this: FindActions, found: Found): Running<boolean> {
      const word = inDirectory ? `./${found.name}` : found.shown;
      const directory = inDirectory ? this.#parentOf(found) : undefined;
      if (directory !== cwd) yield* runAll();
      cwd = directory;
      names.push(word);
      length += word.length;
      if (names.length >= MOST_WORDS || length >= MOST_CHARACTERS) yield* runAll();
      return true;
    }.bind(this);
    this.#atEnd.push(runAll);
    return { kind: "action", run };
  }

  /** Where `-execdir` runs: for `.` that is itself. */
  #parentOf({ name, path }: Found): string {
    const parent = name === "." ? path : path.slice(0, path.lastIndexOf("/")) || "/";
    return this.#invocation.files.realPath(parent);
  }

  *end(): Running<void> {
    for (const run of this.#atEnd) yield* run();
    this.flush();
    for (const output of this.#outputs) output.close();
  }
}
