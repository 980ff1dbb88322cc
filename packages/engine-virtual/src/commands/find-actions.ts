import { FileError } from "../files/errors.ts";
import type { Invocation, Running } from "./command.ts";
import { complain } from "./define-command.ts";
import { FindError } from "./find-error.ts";
import type { Found, Test } from "./find-expression.ts";
import { formatFound } from "./find-format.ts";
import { quoted } from "./quote.ts";

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
  #waiting = "";
  failed = false;
  hasQuit = false;

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

  print(end: string): Test {
    const holds = ({ shown }: Found): boolean => {
      this.write(shown + end);
      return true;
    };
    return { kind: "test", holds };
  }

  printFormat(format: string): Test {
    const { files } = this.#invocation;
    const holds = (found: Found): boolean => {
      this.write(formatFound(format, found, files));
      return true;
    };
    return { kind: "test", holds };
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
        complain(this.#invocation, `cannot delete ${quoted(shown)}: ${error.message}`);
        this.failed = true;
        return false;
      }
    };
    return { kind: "test", holds };
  }

  quit(): Test {
    const holds = (): boolean => {
      this.hasQuit = true;
      return true;
    };
    return { kind: "test", holds };
  }

  exec({ words, many }: Exec, inDirectory: boolean): Test {
    if (words.length === 0) throw new FindError("invalid argument `;' to `-exec'");
    return many ? this.#execMany(words, inDirectory) : this.#execEach(words, inDirectory);
  }

  #execEach(words: readonly string[], inDirectory: boolean): Test {
    const run = (found: Found): Running<boolean> => this.#runFor(words, found, inDirectory);
    return { kind: "action", run };
  }

  *#runFor(words: readonly string[], found: Found, inDirectory: boolean): Running<boolean> {
    const name = inDirectory ? `./${found.name}` : found.shown;
    this.flush();
    return (yield* this.#run(words.map((word) => word.replaceAll("{}", name)))) === 0;
  }

  *#run(argv: readonly string[]): Running<number> {
    const name = quoted(argv[0] ?? "");
    const missing = (): void => complain(this.#invocation, `${name}: No such file or directory`);
    return yield* this.#invocation.runCommand(argv, { missing });
  }

  #execMany(words: readonly string[], inDirectory: boolean): Test {
    const fixed = words.slice(0, -1);
    let names: string[] = [];
    let length = 0;
    const runAll = function* (this: FindActions): Running<void> {
      if (names.length === 0) return;
      const argv = [...fixed, ...names];
      names = [];
      length = 0;
      this.flush();
      if ((yield* this.#run(argv)) !== 0) this.failed = true;
    }.bind(this);
    const run = function* ({ shown, name }: Found): Running<boolean> {
      const word = inDirectory ? `./${name}` : shown;
      names.push(word);
      length += word.length;
      if (names.length >= MOST_WORDS || length >= MOST_CHARACTERS) yield* runAll();
      return true;
    };
    this.#atEnd.push(runAll);
    return { kind: "action", run };
  }

  *end(): Running<void> {
    for (const run of this.#atEnd) yield* run();
    this.flush();
  }
}
