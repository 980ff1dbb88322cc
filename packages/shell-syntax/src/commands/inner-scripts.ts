import type { Command, SimpleCommand, Word } from "../syntax-tree.ts";
import { evaluateValue, evaluateWord } from "./evaluate-word.ts";
import { literalOf, literalsOf, type ShellWord } from "./shell-command.ts";
import type { Variables } from "./variables.ts";
import { programOf } from "./wrappers.ts";

/** A text that is run as a script. */
export interface InnerScript {
  readonly script: string;
  /** Its `$0`, `$1` and so on. */
  readonly words: readonly ShellWord[];
  /** True: in the same shell, so that its `cd` counts afterwards. */
  readonly isHere: boolean;
}

interface Around {
  readonly variables: Variables;
  /** What is written, which says what standard input is. */
  readonly command?: SimpleCommand;
  /** What stands before it in a pipeline. */
  readonly feeder?: Command | undefined;
}

const SHELL = /^(sh|bash|dash|ash|zsh|ksh|mksh|rbash)$/;

/** The scripts that a command runs whose text the script itself has. */
export function scriptsRunBy(words: readonly ShellWord[], around: Around): readonly InnerScript[] {
  const program = programOf(words[0]) ?? "";
  const args = words.slice(1);
  if (program === "eval") return joinedWords(args, true);
  if (program === "watch") return joinedWords(afterOptions(args), false);
  if (program === "trap")
    return scriptsOf(
      args.find(({ text }) => text !== "--"),
      [],
    );
  if (/^(su|script|flock|runuser)$/.test(program)) return fromOption(args);
  if (program === "env") return fromSplitString(args);
  return SHELL.test(program) ? fromShell(args, around) : [];
}

function fromShell(args: readonly ShellWord[], around: Around): readonly InnerScript[] {
  const inArgument = fromOption(args);
  if (inArgument.length > 0) return inArgument;
  // With a file as argument it reads that.
  if (afterOptions(args).length > 0 && !args.some(({ text }) => text === "-s")) return [];
  return standardInput(around).map((script) => ({ script, words: [], isHere: false }));
}

/** `-c TEXT`, alone or with other letters. */
function fromOption(args: readonly ShellWord[]): readonly InnerScript[] {
  const at = args.findIndex((word) => /^-[a-zA-Z]*c$|^--command$/.test(literalOf(word) ?? ""));
  if (at === -1) {
    const attached = args.find((word) => word.text.startsWith("--command="));
    const text = literalOf(attached)?.slice("--command=".length);
    return text === undefined ? [] : [{ script: text, words: [], isHere: false }];
  }
  // `bash -c -e TEXT`: options may stand in between.
  const rest = afterOptions(args.slice(at + 1));
  return scriptsOf(rest[0], rest.slice(1));
}

function fromSplitString(args: readonly ShellWord[]): readonly InnerScript[] {
  const at = args.findIndex((word) => /^(-[a-z]*S|--split-string)$/.test(literalOf(word) ?? ""));
  return at === -1 ? [] : joinedWords(args.slice(at + 1), false);
}

function scriptsOf(
  word: ShellWord | undefined,
  words: readonly ShellWord[],
): readonly InnerScript[] {
  const scripts = word === undefined ? [] : literalsOf(word);
  return scripts.map((script) => ({ script, words, isHere: false }));
}

/** `eval` and `watch` put their arguments together; a hole in it is a word that nobody knows. */
function joinedWords(args: readonly ShellWord[], isHere: boolean): readonly InnerScript[] {
  const texts = args.map((word) => literalsOf(word)[0] ?? "$__UNKNOWN__");
  return texts.length === 0 ? [] : [{ script: texts.join(" "), words: [], isHere }];
}

function afterOptions(args: readonly ShellWord[]): readonly ShellWord[] {
  const first = args.findIndex(({ text }) => !/^[-+]./.test(text));
  return first === -1 ? [] : args.slice(first);
}

function standardInput({ command, feeder, variables }: Around): readonly string[] {
  const values = (word: Word) => literalsOf(evaluateValue(word, variables));
  const inputs = (command?.redirections ?? []).flatMap((one) => {
    if (one.type === "file") return [];
    return values(one.type === "here-string" ? one.word : one.body);
  });
  return inputs.length > 0 ? inputs : printedBy(feeder, variables);
}

/** What `echo` or `printf` hand to the shell behind them. */
function printedBy(feeder: Command | undefined, variables: Variables): readonly string[] {
  if (feeder?.type !== "simple") return [];
  const words = feeder.words.flatMap((word) =>
    word.type === "word" ? evaluateWord(word, variables) : [],
  );
  const texts = words.slice(1).map((word) => literalsOf(word)[0]);
  if (!/^(echo|printf)$/.test(programOf(words[0]) ?? "")) return [];
  if (texts.some((text) => text === undefined)) return [];
  const printed = texts.filter((text) => !/^-[neE]+$/.test(text ?? ""));
  return [printed.join(" ").replaceAll("\\n", "\n")];
}
