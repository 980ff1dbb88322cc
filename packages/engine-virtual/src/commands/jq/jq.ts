import type { Command, Invocation, Running } from "../command.ts";
import { complain } from "../define-command.ts";
import { Compiler } from "./compiler.ts";
import type { Compiled, Frame } from "./filter.ts";
import { ROOT } from "./filter.ts";
import { FileInputs } from "./inputs.ts";
import type { Json } from "./json.ts";
import { objectOf } from "./json.ts";
import { JsonSyntaxError } from "./json-reader.ts";
import { JqSyntaxError } from "./lexer.ts";
import { Machine } from "./machine.ts";
import { Modules } from "./modules.ts";
import { parseProgram } from "./parse-filter.ts";
import { BadFileError, textFrom, valuesIn } from "./read-files.ts";
import type { Words } from "./read-words.ts";
import { type FileVariable, JqUsageError, NoDirectoryError, readWords } from "./read-words.ts";
import { FilterRun } from "./run-filter.ts";
import { Scope } from "./scope.ts";
import { topLevel } from "./source.ts";
import { validText } from "./valid-text.ts";

/** The status where a file could not be opened, whatever is wrong with another one. */
const COULD_NOT_OPEN = 2;

/** The status where an input is no JSON: that of jq 1.6 as Debian has it. */
const NO_JSON = 4;

const HELP = `Use jq --help for help with command-line options,
or see the jq manpage, or online docs  at https://stedolan.github.io/jq
`;

const USAGE = "[OPTIONS] FILTER [FILES...]";

const FILE_OPTIONS = { text: "--rawfile", value: "--argfile", values: "--slurpfile" } as const;

function* valueOf(invocation: Invocation, { as, name, path }: FileVariable): Running<Json> {
  try {
    const text = yield* textFrom(invocation, path);
    if (as === "text") return validText(text);
    const values = yield* valuesIn(text);
    return as === "value" && values.length === 1 ? (values[0] ?? null) : values;
  } catch (error) {
    if (!(error instanceof BadFileError || error instanceof JsonSyntaxError)) throw error;
    throw new BadFileError(`Bad JSON in ${FILE_OPTIONS[as]} ${name} ${path}: ${error.message}`);
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

interface Given {
  readonly variables: ReadonlyMap<string, Json>;
  readonly modules: Modules;
}

interface Program {
  readonly filter: Compiled;
  readonly frame: Frame;
}

function* compile(text: string, machine: Machine, given: Given): Running<Program> {
  const { modules, variables } = given;
  const names = [...variables.keys()];
  const outer = names.reduce(
    (scope, name) => scope.with("variable", name),
    new Scope().within(topLevel(text)),
  );
  const frame = [...variables.values()].reduce<Frame>(
    (before, value) => ({ value, outer: before }),
    ROOT,
  );
  const program = parseProgram(text);
  const scope = yield* modules.scopeFor(program, outer);
  return { filter: new Compiler(machine).compile(program.body, scope), frame };
}

function directoryAt({ env, resolve }: Invocation, path: string): string {
  return resolve(path.startsWith("~/") ? `${env.get("HOME") ?? ""}${path.slice(1)}` : path);
}

function* runWords(invocation: Invocation, words: Words): Running<number> {
  const { flags } = words;
  const [first = ".", ...operands] = words.operands;
  const inputs = new FileInputs(invocation, {
    operands,
    isRaw: flags.has("raw-input"),
    isSlurped: flags.has("slurp"),
    reader: { isSequence: flags.has("seq"), isStreamed: flags.has("stream") },
  });
  const machine = new Machine(invocation, inputs);
  const text = flags.has("from-file") ? yield* textFrom(invocation, first) : first;
  const variables = yield* variablesOf(invocation, words);
  const modules = new Modules(
    invocation,
    words.directories?.map((path) => directoryAt(invocation, path)),
  );
  const { filter, frame } = yield* compile(text, machine, { variables, modules });
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
  if (error instanceof NoDirectoryError) invocation.stderr.write(`${error.message}\n`);
  else complain(invocation, error.message);
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
