import { rejoined } from "@agent-sandbox/shell-syntax";

import { asBytes } from "../../../shell/text.ts";
import { CommandError } from "../../options.ts";
import { checkTextLength } from "../../text-builder.ts";
import { listLine } from "./list-line.ts";
import type { Place, Ranges } from "./ranges.ts";
import type { Address, Script, Search, SedCommand, Substitution } from "./script.ts";
import type { ScriptSearch } from "./script-search.ts";
import type { SedFiles } from "./sed-files.ts";
import type { SedInput } from "./sed-input.ts";
import type { SedOutput } from "./sed-output.ts";
import { Substituting } from "./substitute.ts";

/** Why the commands do not go on by themselves, or where they go on. */
type Flow = Stop | number | undefined;

export type Stop =
  "tick" | "look" | "next" | "join" | "end" | "delete" | "restart" | "quit" | "quit-silently";

/** What is written behind the line, when its cycle ends. */
export type Appended =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file" | "line"; readonly path: string };

interface Buffer {
  text: string;
  hasEnd: boolean;
}

export interface MachineParts {
  readonly script: Script;
  readonly ranges: Ranges;
  readonly input: SedInput;
  readonly files: SedFiles;
  readonly lineEnd: string;
  /** Whether each byte is a character: in the locale C. */
  readonly isBytes: boolean;
  readonly lineLength: number;
}

const STEPS = 1_000;

/** How many characters of a text take the time of a step, as a power of 2. */
const STEP_BITS = 6;

type Action = (machine: SedMachine, command: SedCommand) => Flow;

/** The commands of a script over one line, up to where they need something to be read. */
export class SedMachine implements Place {
  readonly parts: MachineParts;
  output: SedOutput;
  pattern: Buffer = { text: "", hasEnd: true };
  hold: Buffer = { text: "", hasEnd: true };
  hasReplaced = false;
  appended: Appended[] = [];
  status = 0;
  /** The command that is next. */
  at = 0;
  #steps = 0;
  #lastSearch: ScriptSearch | undefined;
  /** What the last command has not ended yet. */
  #work: Substituting | undefined;

  constructor(parts: MachineParts, output: SedOutput) {
    this.parts = parts;
    this.output = output;
  }

  get lineNumber(): number {
    return this.parts.input.lineNumber;
  }

  get isLast(): boolean {
    return this.parts.input.isLast;
  }

  matches({ search }: Extract<Address, { kind: "expression" }>): boolean {
    return this.searched(search).test(this.pattern.text);
  }

  searched(search: Search): ScriptSearch {
    this.#lastSearch = search ?? this.#lastSearch;
    if (this.#lastSearch === undefined) {
      throw new CommandError("-e expression #1, char 0: no previous regular expression");
    }
    return this.#lastSearch;
  }

  /** Takes the next line in, instead of what is there or behind it. */
  takeLine(isJoined: boolean): void {
    const { input, lineEnd } = this.parts;
    const line = input.take();
    this.setPattern(isJoined ? this.pattern.text + lineEnd + line : line);
    this.pattern.hasEnd = input.hasEnd;
    this.hasReplaced = false;
  }

  setPattern(text: string): void {
    checkTextLength(text.length);
    this.pattern.text = text;
  }

  /** Runs until a command needs more than what is at hand. */
  run(): Stop {
    const { script, input } = this.parts;
    for (;;) {
      const command = script.commands[this.at];
      if (command === undefined) return "end";
      if (command.looksAhead && !input.isKnown) return "look";
      const flow = this.#step(command);
      if (typeof flow === "string") return flow;
      if (flow !== undefined) this.at = flow;
      // A long text makes of one command as many as it takes the time of.
      this.#steps += 1 + (this.pattern.text.length >> STEP_BITS);
      if (this.#steps < STEPS) continue;
      this.#steps = 0;
      return "tick";
    }
  }

  #step(command: SedCommand): Flow {
    const { ranges, script } = this.parts;
    const index = this.at;
    this.at = index + 1;
    const isTaken = this.#work !== undefined || ranges.selects(index, command, this);
    if (isTaken) return ACTIONS[command.letter]?.(this, command);
    return command.letter === "{" ? script.targets[index] : undefined;
  }

  /** The command that was just taken is taken again, and goes on with this, when others had their turn. */
  leaveWork(work: Substituting): Stop {
    this.#work = work;
    this.at -= 1;
    return "tick";
  }

  takeWork(): Substituting | undefined {
    const work = this.#work;
    this.#work = undefined;
    return work;
  }

  /** Where the label of the command leads that was just taken. */
  get target(): number {
    return this.parts.script.targets[this.at - 1] ?? this.at;
  }

  /** Whether the range of the command that was just taken goes on behind this line. */
  get isInRange(): boolean {
    return this.parts.ranges.goesOn(this.at - 1);
  }
}

function firstLine({ pattern, parts }: SedMachine): string | undefined {
  const end = pattern.text.indexOf(parts.lineEnd);
  return end === -1 ? undefined : pattern.text.slice(0, end);
}

function change(machine: SedMachine, { text, second }: SedCommand): Flow {
  if (second === undefined || !machine.isInRange) machine.output.text(text);
  return "delete";
}

function deleteFirst(machine: SedMachine): Flow {
  const line = firstLine(machine);
  if (line === undefined) return "delete";
  machine.pattern.text = machine.pattern.text.slice(line.length + 1);
  return "restart";
}

function replace(machine: SedMachine, substitution: Substitution | undefined): Flow {
  if (substitution === undefined) return undefined;
  const { pattern, parts, output } = machine;
  const search = machine.searched(substitution.search);
  const work =
    machine.takeWork() ??
    new Substituting(search.formOf(pattern.text), substitution, search.search);
  if (!work.step()) return machine.leaveWork(work);
  const changed = work.result;
  if (changed === undefined) return undefined;
  const text = rejoined(changed);
  machine.setPattern(text);
  machine.hasReplaced = true;
  if (substitution.prints > 0) output.line(text, pattern.hasEnd);
  if (substitution.path !== undefined) {
    parts.files.output(substitution.path)?.line(text, pattern.hasEnd);
  }
  return undefined;
}

function translate(machine: SedMachine, { translation }: SedCommand): Flow {
  const { pattern, parts } = machine;
  const text = parts.isBytes ? asBytes(pattern.text) : pattern.text;
  const changed = Array.from(text, (character) => translation?.get(character) ?? character);
  pattern.text = rejoined(changed.join(""));
  return undefined;
}

function append(machine: SedMachine, appended: Appended): Flow {
  machine.appended.push(appended);
  return undefined;
}

function branchIf(machine: SedMachine, hasReplaced: boolean): Flow {
  const isTaken = machine.hasReplaced === hasReplaced;
  machine.hasReplaced = false;
  return isTaken ? machine.target : undefined;
}

function quit(machine: SedMachine, { number = 0 }: SedCommand, stop: Stop): Flow {
  machine.status = number;
  return stop;
}

/** Text that goes out at once; a command that gives none of its own ends here. */
function print(output: SedOutput | undefined, text: string): Flow {
  output?.text(text);
  return undefined;
}

function printLine(output: SedOutput | undefined, { text, hasEnd }: Buffer): Flow {
  output?.line(text, hasEnd);
  return undefined;
}

function firstPart(machine: SedMachine): Buffer {
  const line = firstLine(machine);
  return line === undefined ? machine.pattern : { text: line, hasEnd: true };
}

function copy(from: Buffer, to: Buffer): Flow {
  to.text = from.text;
  to.hasEnd = from.hasEnd;
  return undefined;
}

function join(machine: SedMachine, from: Buffer, to: Buffer): Flow {
  to.text += machine.parts.lineEnd + from.text;
  to.hasEnd = from.hasEnd;
  checkTextLength(to.text.length);
  return undefined;
}

function exchange(machine: SedMachine): Flow {
  const { pattern, hold } = machine;
  machine.pattern = hold;
  machine.hold = pattern;
  return undefined;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  a: (machine, { text }) => append(machine, { kind: "text", text }),
  b: (machine) => machine.target,
  c: change,
  d: () => "delete",
  D: deleteFirst,
  F: ({ output, parts }) => print(output, `${parts.input.fileName}\n`),
  g: ({ hold, pattern }) => copy(hold, pattern),
  G: (machine) => join(machine, machine.hold, machine.pattern),
  h: ({ hold, pattern }) => copy(pattern, hold),
  H: (machine) => join(machine, machine.pattern, machine.hold),
  i: ({ output }, { text }) => print(output, text),
  l: ({ output, pattern, parts }, { number }) =>
    print(output, listLine(pattern.text, number ?? parts.lineLength)),
  n: ({ isLast }) => (isLast ? "end" : "next"),
  N: ({ isLast }) => (isLast ? "end" : "join"),
  p: ({ output, pattern }) => printLine(output, pattern),
  P: (machine) => printLine(machine.output, firstPart(machine)),
  q: (machine, command) => quit(machine, command, "quit"),
  Q: (machine, command) => quit(machine, command, "quit-silently"),
  r: (machine, { text }) => append(machine, { kind: "file", path: text }),
  R: (machine, { text }) => append(machine, { kind: "line", path: text }),
  s: (machine, { substitution }) => replace(machine, substitution),
  t: (machine) => branchIf(machine, true),
  T: (machine) => branchIf(machine, false),
  w: ({ parts, pattern }, { text }) => printLine(parts.files.output(text), pattern),
  W: (machine, { text }) => printLine(machine.parts.files.output(text), firstPart(machine)),
  x: exchange,
  y: translate,
  z: ({ pattern }) => copy({ ...pattern, text: "" }, pattern),
  "=": ({ output, lineNumber }) => print(output, `${lineNumber}\n`),
};
