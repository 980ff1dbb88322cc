import { FileError } from "../../files/errors.ts";
import type { Command, Invocation, Running } from "../command.ts";
import { complain } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { AwkError } from "./awk-error.ts";
import { unescaped } from "./escapes.ts";
import { Machine } from "./machine.ts";
import { readAssignment } from "./main-input.ts";
import { parseProgram } from "./parse-program.ts";
import { runProgram } from "./run-program.ts";
import { cannotRead, readText } from "./streams.ts";
import { SPECIAL_VARIABLES } from "./special-variables.ts";
import type { Program } from "./syntax.ts";
import { InputText } from "./value.ts";

const USAGE = "[-F value] [-v var=value] [--] 'program' [file ...]";

/** The words of one call: options stop at the program. */
interface Words {
  readonly separator: string | undefined;
  readonly assignments: readonly string[];
  readonly programs: readonly string[];
  readonly operands: readonly string[];
  readonly wantsHelp: boolean;
}

const LETTERS: ReadonlySet<string> = new Set(["-F", "-v", "-f"]);

const LONG: Readonly<Record<string, string>> = {
  "--field-separator": "-F",
  "--assign": "-v",
  "--file": "-f",
};

/** One option at a place of the words: its letter, its value, and how many words that takes. */
function optionAt(args: readonly string[], at: number): readonly [string, string, number] {
  const word = args[at] ?? "";
  const isLong = word.startsWith("--");
  const [long = "", ...rest] = word.split("=");
  const letter = isLong ? (LONG[long] ?? word) : word.slice(0, 2);
  const inWord = isLong ? rest.join("=") : word.slice(2);
  if (!LETTERS.has(letter)) throw new AwkError(`not an option: ${word}`);
  const value = inWord === "" ? args[at + 1] : inWord;
  if (value === undefined) throw new AwkError(`option requires an argument -- ${letter.slice(1)}`);
  return [letter, value, inWord === "" ? 2 : 1];
}

function readWords(args: readonly string[]): Words {
  const given = new Map(Array.from(LETTERS, (letter) => [letter, [] as string[]] as const));
  let at = 0;
  while (at < args.length) {
    const word = args[at] ?? "";
    if (word === "--help") return wordsOf(given, [], true);
    if (word === "--" || !/^-./.test(word)) break;
    const [letter, value, length] = optionAt(args, at);
    given.get(letter)?.push(value);
    at += length;
  }
  return wordsOf(given, args.slice(args[at] === "--" ? at + 1 : at), false);
}

function wordsOf(
  given: ReadonlyMap<string, readonly string[]>,
  operands: readonly string[],
  wantsHelp: boolean,
): Words {
  return {
    separator: given.get("-F")?.at(-1),
    assignments: given.get("-v") ?? [],
    programs: given.get("-f") ?? [],
    operands,
    wantsHelp,
  };
}

function* programOf(invocation: Invocation, { programs, operands }: Words): Running<string> {
  if (programs.length === 0) return operands[0] ?? "";
  const texts: string[] = [];
  for (const path of programs) {
    try {
      texts.push(yield* readText(openInput(invocation, path)));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new AwkError(`${cannotRead(path, error)} (${error.message})`);
    }
  }
  return texts.join("\n");
}

function prepare(machine: Machine, words: Words): void {
  const { invocation } = machine;
  const operands = words.programs.length === 0 ? words.operands.slice(1) : words.operands;
  machine.assign("ARGC", operands.length + 1);
  const environment = machine.array("ENVIRON");
  for (const [name, value] of invocation.env) environment.set(name, new InputText(value));
  if (words.separator !== undefined) machine.assign("FS", unescaped(words.separator));
  for (const text of words.assignments) {
    const assignment = readAssignment(text);
    if (assignment === undefined) throw new AwkError(`improper assignment: -v ${text}`);
    machine.assign(assignment.name, assignment.value);
  }
  const args = machine.array("ARGV");
  [invocation.name, ...operands].forEach((word, index) => {
    args.set(index, new InputText(word));
  });
}

/** Whether an array of the program has been given a value as a variable; then all its uses are told of. */
function refuseArrays({ invocation, places }: Machine, text: string, { arrays }: Program): boolean {
  const clashes = arrays.filter(({ name }) => places.has(name) || SPECIAL_VARIABLES.has(name));
  for (const { at, name } of clashes) {
    const line = text.slice(0, at).split("\n").length;
    complain(invocation, `line ${line}: illegal reference to variable ${name}`);
  }
  return clashes.length > 0;
}

function* runWords(invocation: Invocation, words: Words): Running<number> {
  const machine = new Machine(invocation);
  try {
    const text = yield* programOf(invocation, words);
    const says = [text, ...words.assignments, ...words.operands];
    machine.patterns.mayIgnoreCase = says.some((one) => one.includes("IGNORECASE"));
    prepare(machine, words);
    const program = parseProgram(text);
    return refuseArrays(machine, text, program) ? 2 : yield* runProgram(program, machine);
  } catch (error) {
    if (error instanceof AwkError) machine.streams.flushAll();
    throw error;
  } finally {
    machine.streams.abandon();
  }
}

function* run(invocation: Invocation): Running<number> {
  try {
    const words = readWords(invocation.args);
    if (words.wantsHelp) {
      invocation.stdout.write(`Usage: awk ${USAGE}\n       awk [options] -f file [file ...]\n`);
      return 0;
    }
    if (words.programs.length + words.operands.length === 0) {
      invocation.stderr.write(`usage: awk ${USAGE}\n`);
      return 2;
    }
    return yield* runWords(invocation, words);
  } catch (error) {
    if (!(error instanceof AwkError)) throw error;
    complain(invocation, error.message);
    return 2;
  }
}

export const awk: Command = {
  name: "awk",
  aliases: ["gawk", "mawk", "nawk"],
  description: "Scan and process patterns",
  usage: USAGE,
  run,
};
