import { EMPTY_INPUT } from "../../empty-input.ts";

import { FileError } from "../../../files/errors.ts";
import { cutAtText } from "../../../regex/find-text.ts";
import { CommandNotRun, type CommandPlace, type Input, type Running } from "../../command.ts";
import { complain, defineCommand } from "../../define-command.ts";
import { openInput } from "../../inputs.ts";
import { CommandError } from "../../options.ts";
import { localeQuoted, quotedIfNeeded } from "../../quote.ts";
import type { Item } from "./items.ts";
import { Items, UnmatchedQuote, upToZero } from "./items.ts";
import { XARGS_OPTIONS, type XargsCall } from "./xargs-options.ts";
import { planXargs, type XargsPlan } from "./xargs-plan.ts";
import { byteLength } from "../../../shell/text.ts";

const sizeOf = (word: string): number => byteLength(word) + 1;

const sizeOfAll = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + sizeOf(word), 0);

const ZERO =
  "WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list.  Did you mean to use the --null option?";
const TOO_LONG = "argument line too long";

/** Gathers items, and runs the command with as many as the plan says. */
class Runner {
  readonly #call: XargsCall;
  readonly #plan: XargsPlan;
  #words: string[] = [];
  #lines = 0;
  #size: number;
  #hasRun = false;
  #hasStopped = false;
  /** What has ended it all but for the command that still runs. */
  #failure: string | undefined;
  status = 0;

  constructor(call: XargsCall, plan: XargsPlan) {
    this.#call = call;
    this.#plan = plan;
    this.#size = sizeOfAll(plan.command);
  }

  /** Takes one item; false where nothing more is to be done. */
  *take({ text, endsLine }: Item): Running<boolean> {
    const { replaced, mostWords, mostLines } = this.#plan;
    if (replaced !== undefined) return yield* this.#replace(text, replaced);
    if (this.#size + sizeOf(text) > this.#plan.mostSize) yield* this.#makeRoom(text);
    if (this.#hasStopped) return false;
    this.#words.push(upToZero(text));
    this.#size += sizeOf(text);
    if (endsLine) this.#lines += 1;
    if (this.#words.length >= mostWords || this.#lines >= mostLines) yield* this.#runWords();
    return !this.#hasStopped;
  }

  *#makeRoom(text: string): Running<void> {
    const { command, mostSize, mostWords, mostLines, isStrict } = this.#plan;
    if (sizeOfAll(command) + sizeOf(text) > mostSize) {
      yield* this.#refuse();
      return;
    }
    const isCounted = mostWords !== Infinity || mostLines !== Infinity;
    if (isStrict && isCounted) throw new CommandError("argument list too long");
    yield* this.#runWords();
  }

  /** A word that fits no command: those before it have one. */
  *#refuse(): Running<void> {
    this.#failure = TOO_LONG;
    if (this.#words.length > 0 && !this.#plan.isStrict) yield* this.#runWords();
    if (!this.#hasStopped) throw new CommandError(TOO_LONG);
  }

  *#replace(text: string, replaced: string): Running<boolean> {
    if (text === "" && this.#plan.delimiter === undefined) return true;
    if (sizeOf(text) > this.#plan.mostSize) throw new CommandError(TOO_LONG);
    const argv = this.#plan.command.map((word) => upToZero(cutAtText(word, replaced).join(text)));
    if (sizeOfAll(argv) > this.#plan.mostSize) throw new CommandError("argument list too long");
    yield* this.#run(argv);
    return !this.#hasStopped;
  }

  *#runWords(): Running<void> {
    const argv = [...this.#plan.command, ...this.#words];
    this.#words = [];
    this.#lines = 0;
    this.#size = sizeOfAll(this.#plan.command);
    yield* this.#run(argv);
  }

  /** What is left; without any item the command runs once, unless `-r` says otherwise. */
  *end(): Running<void> {
    if (this.#hasStopped) return;
    const runsEmpty =
      !this.#hasRun && this.#plan.replaced === undefined && !this.#call.options.has("skipEmpty");
    if (this.#words.length > 0 || runsEmpty) yield* this.#runWords();
  }

  /** At a quote without its end: only what was read. */
  *endEarly(): Running<void> {
    if (this.#words.length > 0 && !this.#hasStopped) yield* this.#runWords();
  }

  *#run(argv: readonly string[]): Running<void> {
    const { invocation, options } = this.#call;
    if (options.has("trace")) {
      invocation.stderr.write(`${argv.map(quotedIfNeeded).join(" ")}\n`);
    }
    this.#hasRun = true;
    const others = options.has("file") ? {} : { stdin: EMPTY_INPUT };
    yield* this.#runJudged(argv, others);
    yield;
  }

  *#runJudged(argv: readonly string[], others: CommandPlace): Running<void> {
    const { invocation } = this.#call;
    const [name = ""] = argv;
    try {
      this.#judge(name, yield* invocation.runCommand(argv, others));
    } catch (error) {
      if (!(error instanceof CommandNotRun)) throw error;
      complain(invocation, `${name}: ${error.message}`);
      this.#hasStopped = true;
      this.status = error.status;
    }
  }

  #judge(name: string, status: number): void {
    const { invocation } = this.#call;
    if (status === 0) return;
    if (status === 255) {
      if (this.#failure !== undefined) complain(invocation, this.#failure);
      complain(invocation, `${name}: exited with status 255; aborting`);
    }
    this.#hasStopped = status === 255;
    this.status = this.#hasStopped ? 124 : 123;
  }
}

function inputFor({ invocation, options }: XargsCall): Input {
  const file = options.value("file") ?? "-";
  try {
    return openInput(invocation, file);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`Cannot open input file ${localeQuoted(file)}: ${error.message}`);
  }
}

export const xargs = defineCommand({
  name: "xargs",
  description: "Build and execute command lines from standard input",
  usage: "[OPTION]... COMMAND [INITIAL-ARGS]...",
  options: XARGS_OPTIONS,
  stopsAtOperand: true,
  *run(call: XargsCall): Running<number> {
    const plan = planXargs(call);
    const { command, delimiter, last, mostSize, replaced } = plan;
    if (replaced === undefined && sizeOfAll(command) > mostSize) {
      throw new CommandError("cannot fit single argument within argument list size limit");
    }
    const items = new Items(inputFor(call), {
      ...{ delimiter, last },
      wholeLines: replaced !== undefined,
      onZero: () => {
        if (delimiter === undefined) complain(call.invocation, ZERO);
      },
    });
    const runner = new Runner(call, plan);
    try {
      yield* items.each((item) => runner.take(item));
      yield* runner.end();
      return runner.status;
    } catch (error) {
      if (error instanceof UnmatchedQuote) yield* runner.endEarly();
      else if (!(error instanceof CommandError)) throw error;
      complain(call.invocation, error.message);
      // What a command has ended with outweighs that.
      return runner.status || 1;
    }
  },
});
