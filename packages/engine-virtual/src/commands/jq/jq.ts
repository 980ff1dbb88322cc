import { FileError } from "../../files/errors.ts";
import { decodeText } from "../../shell/text.ts";
import type { Command, Invocation, Running } from "../command.ts";
import { complain } from "../define-command.ts";
import { openInput, readAll } from "../inputs.ts";
import { Compiler } from "./compiler.ts";
import type { Compiled, Frame } from "./filter.ts";
import { ROOT } from "./filter.ts";
import { FileInputs } from "./inputs.ts";
import type { Json } from "./json.ts";
import { objectOf } from "./json.ts";
import { JsonReader, JsonSyntaxError } from "./json-reader.ts";
import { JqSyntaxError } from "./lexer.ts";
import { Machine } from "./machine.ts";
import { parseFilter } from "./parse-filter.ts";
import type { Words } from "./read-words.ts";
import { type FileVariable, JqUsageError, readWords } from "./read-words.ts";
import { FilterRun } from "./run-filter.ts";
import { Scope } from "./scope.ts";

/** The status where a file could not be opened, whatever is wrong with another one. */
const COULD_NOT_OPEN = 2;

/** The status where an input is no JSON: that of jq 1.6 as Debian has it. */
const NO_JSON = 4;

const HELP = `Use jq --help for help with command-line options,
or see the jq manpage, or online docs  at https://stedolan.github.io/jq
`;

const USAGE = "[OPTIONS] FILTER [FILES...]";

function* textFrom(invocation: Invocation, path: string): Running<string> {
  try {
    return decodeText(yield* readAll(openInput(invocation, path)));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new JqUsageError(`Could not open ${path}: ${error.message}`);
  }
}

function* valuesIn(text: string): Running<Json> {
  const reader = new JsonReader(text);
  const values: Json[] = [];
  for (let value = yield* reader.next(); value !== undefined; value = yield* reader.next()) {
    values.push(value);
  }
  return values;
}

/** A file of the command line that cannot be read, or holds no JSON. */
class BadFileError extends Error {}

function* valueOf(invocation: Invocation, { name, path, isRaw }: FileVariable): Running<Json> {
  try {
    const text = yield* textFrom(invocation, path);
    return isRaw ? text.toWellFormed() : yield* valuesIn(text);
  } catch (error) {
    if (!(error instanceof JqUsageError || error instanceof JsonSyntaxError)) throw error;
    const option = isRaw ? "--rawfile" : "--slurpfile";
    throw new BadFileError(`Bad JSON in ${option} ${name} ${path}: ${error.message}`);
  }
}

/** The variables of the command line, by their names. */
function* variablesOf(invocation: Invocation, words: Words): Running<ReadonlyMap<string, Json>> {
  const named = new Map(words.named);
  for (const file of words.files) named.set(file.name, yield* valueOf(invocation, file));
  const args = objectOf([
    ["positional", words.positional],
    ["named", objectOf(named)],
  ]);
  return new Map([["ARGS", args], ...named]);
}

interface Program {
  readonly filter: Compiled;
  readonly frame: Frame;
}

function compile(text: string, machine: Machine, variables: ReadonlyMap<string, Json>): Program {
  const names = [...variables.keys()];
  const scope = names.reduce((outer, name) => outer.with("variable", name), new Scope());
  const frame = [...variables.values()].reduce<Frame>((outer, value) => ({ value, outer }), ROOT);
  const tree = parseFilter(text);
  try {
    return { filter: new Compiler(machine).compile(tree, scope), frame };
  } catch (error) {
    if (!(error instanceof JqSyntaxError)) throw error;
    const line = text.includes("\n") ? "" : ", line 1";
    const blanks = text.includes("\n") ? "" : " ".repeat(error.at);
    throw new JqSyntaxError(`${error.message}${line}:\n${text}${blanks}`);
  }
}

function* runWords(invocation: Invocation, words: Words): Running<number> {
  const { flags } = words;
  const [first = ".", ...operands] = words.operands;
  const isRaw = flags.has("raw-input");
  const inputs = new FileInputs(invocation, { operands, isRaw, isSlurped: flags.has("slurp") });
  const machine = new Machine(invocation, inputs);
  const text = flags.has("from-file") ? yield* textFrom(invocation, first) : first;
  const variables = yield* variablesOf(invocation, words);
  const { filter, frame } = compile(text, machine, variables);
  const run = new FilterRun(machine, inputs, [filter, words]);
  try {
    const status = yield* run.run(frame);
    inputs.leave();
    return status;
  } catch (error) {
    run.flush();
    if (!(inputs.hasFailed && error instanceof JsonSyntaxError)) throw error;
    refused(invocation, error);
    return COULD_NOT_OPEN;
  }
}

/** What is said of an error that ends the command, and its status. */
function refused(invocation: Invocation, error: unknown): number {
  if (error instanceof JqSyntaxError) {
    complain(invocation, `error: ${error.message}`);
    invocation.stderr.write("jq: 1 compile error\n");
    return 3;
  }
  if (error instanceof JsonSyntaxError) {
    invocation.stderr.write(`parse error: ${error.message}\n`);
    return NO_JSON;
  }
  if (!(error instanceof JqUsageError || error instanceof BadFileError)) throw error;
  complain(invocation, error.message);
  if (error instanceof JqUsageError) invocation.stderr.write(HELP);
  return 2;
}

function* run(invocation: Invocation): Running<number> {
  try {
    const words = readWords(invocation.args);
    if (words.flags.has("help")) {
      invocation.stdout.write(`Usage:\tjq ${USAGE}\n`);
      return 0;
    }
    if (words.flags.has("version")) {
      invocation.stdout.write("jq-1.6\n");
      return 0;
    }
    return yield* runWords(invocation, words);
  } catch (error) {
    return refused(invocation, error);
  }
}

export const jq: Command = {
  name: "jq",
  description: "Process JSON",
  usage: USAGE,
  run,
};
