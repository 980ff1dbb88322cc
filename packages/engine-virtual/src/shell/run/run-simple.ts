import type {
  Assignment,
  Redirection,
  SimpleCommand,
  Word,
  WordPart,
} from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { LimitError } from "../../files/errors.ts";
import { expandBraces } from "../expand/expand-braces.ts";
import { expandText, expandValue, expandWords } from "../expand/expand-word.ts";
import { quotePlainly } from "../expand/quote-text.ts";
import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import { isShellBuiltin } from "../builtin-names.ts";
import type { Channel } from "../io/channels.ts";
import { type Shell } from "../shell.ts";
import { PLAIN } from "../variables/variable.ts";
import { assign } from "./assign.ts";
import { failedStatus } from "./failed-status.ts";
import { closeAll, redirect } from "./redirect.ts";
import { type Call, runArgv } from "./run-argv.ts";
import { reportedStatus } from "./reported-status.ts";
import { runDebugTrap } from "./run-trap.ts";
import { trace, traceWords } from "./trace.ts";

/** Commands between two ticks; between two looks at the clock, as a command on a long value takes long. */
const BETWEEN_TICKS = 31;
const BETWEEN_LOOKS = 3;

/** Milliseconds without a tick. */
const SLICE = 4;

/** Counts one more command; whether it is time for a tick. */
function isTimeAfter({ world: { count, limits } }: Shell): boolean {
  count.commands += 1;
  if ((count.commands & BETWEEN_LOOKS) !== 0) return false;
  if (count.commands > limits.maxCommandCount) {
    throw new LimitError("maxCommandCount", limits.maxCommandCount);
  }
  if ((count.commands & BETWEEN_TICKS) === 0) return true;
  const now = performance.now();
  if (now <= count.lookedAt + SLICE) return false;
  count.lookedAt = now;
  return true;
}

export function* runSimple(shell: Shell, node: SimpleCommand): Running<number> {
  shell.place.at = node.start;
  shell.note(node);
  if (isTimeAfter(shell)) yield;
  if (shell.traps.size > 0) yield* runDebugTrap(shell, node);
  shell.substituted = undefined;
  const { channels } = shell;
  const call = yield* callOf(shell, node.words);
  if (call.argv.length === 0) return yield* runBare(shell, node);
  const values = yield* valuesOf(shell, node.assignments);
  const lasts = call.argv.length === 1 && call.argv[0] === "exec";
  const opened = yield* redirected(shell, node, call);
  try {
    const status = yield* runWith(shell, values, call);
    shell.lastArgument = call.argv.at(-1) ?? "";
    for (const receiver of shell.receivers.splice(0)) yield* receiver();
    return status;
  } catch (error) {
    // It is told where the command's own errors go.
    return failedStatus(shell, error);
  } finally {
    if (!lasts) {
      shell.channels = channels;
      if (opened.length > 0) closeAll(opened);
    }
  }
}

/** Without a command, variables are set first, whatever becomes of the redirections. */
function* runBare(shell: Shell, { assignments, redirections }: SimpleCommand): Running<number> {
  const { channels } = shell;
  for (const one of assignments) yield* assign(shell, one);
  shell.channels = channels;
  shell.lastArgument = "";
  if (redirections.length === 0) return shell.substituted ?? 0;
  try {
    closeAll(yield* redirect(shell, redirections));
  } finally {
    shell.channels = channels;
  }
  return shell.substituted ?? 0;
}

function* redirected(
  shell: Shell,
  { redirections }: SimpleCommand,
  call: Call,
): Running<readonly Channel[]> {
  if (redirections.length === 0) return [];
  const opened = isProcess(shell, call)
    ? yield* redirectProcess(shell, redirections)
    : yield* redirect(shell, redirections);
  const isOwn = shell.isImage || (call.argv.length === 1 && call.argv[0] === "exec");
  if (isOwn && shell.process?.shell === shell) shell.process.hold(shell.channels);
  return opened;
}

function isProcess({ functions }: Shell, { argv: [name] }: Call): boolean {
  return name !== undefined && !isShellBuiltin(name) && !functions.has(name);
}

/** In bash what these words set is gone with the process that they are expanded in, and so is what fails. */
function* redirectProcess(
  shell: Shell,
  redirections: readonly Redirection[],
): Running<readonly Channel[]> {
  if (redirections.every(isInert)) return yield* redirect(shell, redirections);
  const { lastBackground, variables } = shell;
  shell.variables = variables.fork();
  try {
    return yield* redirect(shell, redirections);
  } catch (error) {
    if (!(error instanceof ShellFailure)) throw error;
    throw new ShellFailure(error.message);
  } finally {
    shell.variables = variables;
    shell.lastBackground = lastBackground;
  }
}

/** Whether nothing that is expanded for it can set anything, or go wrong. */
function isInert(one: Redirection): boolean {
  const { parts } =
    one.type === "file" ? one.target : one.type === "here-string" ? one.word : one.body;
  return parts.every(({ type }) => type === "literal" || type === "quoted" || type === "glob");
}

function* callOf(shell: Shell, words: readonly (Word | Assignment)[]): Running<Call> {
  if (words.every(isWord)) return { argv: yield* expandWords(shell, words) };
  const argv: string[] = [];
  const operands: (string | Assignment)[] = [];
  for (const word of words) {
    if (word.type === "word") {
      const fields = yield* expandWords(shell, [word]);
      argv.push(...fields);
      operands.push(...fields);
      continue;
    }
    if (hasBraces(shell, word)) {
      const fields = yield* expandWords(shell, [wholeOf(word)]);
      argv.push(...fields);
      operands.push(...fields);
      continue;
    }
    const operand = yield* operandOf(shell, word);
    argv.push(typeof operand === "string" ? operand : word.name);
    operands.push(operand);
  }
  return { argv, operands: operands.slice(1) };
}

/** `declare x={1,$y}` is two words like any others, which are split and may be patterns. */
function hasBraces(shell: Shell, word: Assignment): boolean {
  if (!("type" in word.value)) return false;
  const whole = word.index === undefined ? word.value : wholeOf(word);
  const [first] = expandBraces(whole, shell.world.limits.maxWordCount);
  return first !== whole;
}

const NOTHING: Pick<Word, "parts" | "text"> = { parts: [], text: "" };

/** An assignment as the word that it is written as. */
function wholeOf({ append, index, name, value, ...span }: Assignment): Word {
  const { parts, text } = "type" in value ? value : NOTHING;
  const sign = append ? "+=" : "=";
  const before =
    index === undefined
      ? [literal(`${name}${sign}`)]
      : [literal(`${name}[`), ...index.parts, literal(`]${sign}`)];
  const named = index === undefined ? name : `${name}[${index.text}]`;
  return { ...span, type: "word", text: `${named}${sign}${text}`, parts: [...before, ...parts] };
}

function literal(text: string): WordPart {
  return { type: "literal", value: text, text };
}

function isWord(word: Word | Assignment): word is Word {
  return word.type === "word";
}

/** `declare x=$y` as one text; an array as it is written, and an element with what is expanded in it. */
function* operandOf(shell: Shell, word: Assignment): Running<string | Assignment> {
  const { append, index, name, value } = word;
  if (!("type" in value)) return word;
  if (index === undefined) return `${name}${append ? "+" : ""}=${yield* expandValue(shell, value)}`;
  const [indexText, text] = [yield* expandText(shell, index), yield* expandValue(shell, value)];
  return { ...word, index: expanded(index, indexText), value: expanded(value, text) };
}

function expanded(word: Word, value: string): Word {
  return { ...word, parts: value === "" ? [] : [{ type: "quoted", value }] };
}

/** Where the variable is read-only, the command runs without it. */
function setInFront(shell: Shell, name: string, value: string): void {
  try {
    shell.variables.setHere(name, { ...PLAIN, value, exported: true });
  } catch (error) {
    if (!(error instanceof ReportedFailure)) throw error;
    reportedStatus(shell, error);
  }
}

function* traceCommand(shell: Shell, values: Values, argv: readonly string[]): Running<void> {
  for (const [name, value] of values) yield* trace(shell, `${name}=${quotePlainly(value)}`);
  yield* traceWords(shell, argv);
}

type Values = readonly (readonly [name: string, value: string])[];

/** What stands in front of a command. */
function* valuesOf(shell: Shell, assignments: readonly Assignment[]): Running<Values> {
  const values: (readonly [string, string])[] = [];
  for (const { name, value } of assignments) {
    if ("type" in value) values.push([name, yield* expandValue(shell, value)]);
  }
  return values;
}

function* runWith(shell: Shell, values: Values, call: Call): Running<number> {
  if (shell.isOn("xtrace")) yield* traceCommand(shell, values, call.argv);
  if (values.length === 0) return yield* runArgv(shell, call);
  shell.variables.pushScope();
  try {
    for (const [name, value] of values) setInFront(shell, name, value);
    return yield* runArgv(shell, call);
  } finally {
    shell.variables.popScope();
  }
}
