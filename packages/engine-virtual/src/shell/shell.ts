import type { Command, CompoundCommand } from "@agent-sandbox/shell-syntax";

import type { ShellFunction, World } from "./world.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { inheritedTraps } from "./inherited-traps.ts";
import { lineOf } from "./line-of.ts";
import type { Process, ProcessGroup } from "./jobs/process.ts";
import { CLOSED, SILENT } from "./io/closed-output.ts";
import type { Channels } from "./io/channels.ts";
import { LimitError } from "../files/errors.ts";
import type { Output, Running } from "../commands/command.ts";
import { NO_OPTIONS, type ShellOption, type ShellOptions } from "./shell-options.ts";
import type { Variables } from "./variables/variables.ts";

/** Why the commands that follow are passed over. */
export type Unwinding =
  | { readonly type: "break" | "continue"; levels: number; readonly status?: number }
  | { readonly type: "return" }
  /** The rest of the line, and all that runs for it. */
  | { readonly type: "line" }
  /** `isFailure`: an error that ends a script, and no session that somebody types. */
  | { readonly type: "exit"; readonly isFailure?: boolean };

export interface Parameters {
  /** `$0`. */
  readonly name: string;
  readonly args: readonly string[];
}

export interface SourcePlace {
  readonly text: string;
  /** An offset in it. */
  at: number;
  /** The line that the text begins on: 1. */
  readonly firstLine?: number;
}

export interface ShellParts {
  readonly world: World;
  readonly variables: Variables;
  readonly channels: Channels;
  readonly cwd: string;
  readonly parameters: Parameters;
}

/** A function or a sourced file that runs. */
export interface CallFrame {
  /** Of a sourced file "source". */
  readonly name: string;
  /** Where its text is from: a file, or "environment". */
  readonly origin: string;
  /** The line that it was called from. */
  readonly line: number;
}

// All that is replaced and never changed is shared while there is nothing in it: thousands of shells are.
const NO_FUNCTIONS: ReadonlyMap<string, ShellFunction> = new Map();
const NO_TEXTS: ReadonlyMap<string, string> = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();
const NO_CALLS: readonly CallFrame[] = [];
const NO_DIRECTORIES: readonly string[] = [];
const NO_SIGNALS: readonly string[] = [];
const SUCCESS: readonly number[] = [0];

/** One shell, or a subshell: everything that a script can change, besides files. */
export class Shell {
  readonly world: World;
  variables: Variables;
  functions: ReadonlyMap<string, ShellFunction> = NO_FUNCTIONS;
  traps: ReadonlyMap<string, string> = NO_TEXTS;
  /** Of the shell around, which `trap` shows in a subshell that has set none. */
  outerTraps: ReadonlyMap<string, string> | undefined;
  options: ShellOptions = NO_OPTIONS;
  cwd: string;
  umask = 0o022;
  parameters: Parameters;
  channels: Channels;
  status = 0;
  /** Of the last command substitution of the command that is being expanded. */
  substituted: number | undefined;
  pipeStatuses: readonly number[] = SUCCESS;
  unwinding: Unwinding | undefined;
  place: SourcePlace = { text: "", at: 0 };
  /** Functions and sourced files that run, the innermost last. */
  calls: readonly CallFrame[] = NO_CALLS;
  /** How many of them are functions. */
  functionDepth = 0;
  /** The script that this shell was started for, where that is a file. */
  file: string | undefined;
  exportedFunctions: ReadonlySet<string> = NO_NAMES;
  aliases: ReadonlyMap<string, string> = NO_TEXTS;
  /** What pushd has put aside, the newest first. */
  directories: readonly string[] = NO_DIRECTORIES;
  /** `$_`. */
  lastArgument = "";
  /** Of RANDOM, once it was given one. */
  seed: number | undefined;
  /** What did not begin, since its redirections failed. */
  unopened: CompoundCommand | undefined;
  /** `$BASH_COMMAND`: what runs, and the text that it is in. */
  command: Command | undefined;
  commandSource = "";
  /** What is shown of a command that is told by its first line alone: `for x in a b`. */
  commandHead: string | undefined;
  /** Whether a trap runs, which is no command of the script. */
  isInTrap = false;
  /** Whether the trap DEBUG runs, which is not called for what it runs itself. */
  isInDebug = false;
  /** The command that DEBUG was called for, before a process of its own was made for it. */
  debugged: Command | undefined;
  /** How many functions ran when ERR was trapped: those that are called later do not have it. */
  errorTrapDepth = 0;
  /** Substitutions around, for `set -x`. */
  substitutions = 0;
  subshells = 0;
  /** Loops around, in this function. */
  loops = 0;
  /** Above 0 where a failure is asked about, so that `set -e` does not end the script. */
  conditions = 0;
  depth = 0;
  sources = 0;
  isSubshell = false;
  /** `$$`: of the script that this shell or one around it was started for. */
  pid = 1;
  /** `$BASHPID`, once somebody asked for it. */
  processId: number | undefined = 1;
  /** What it runs in, where that is in the background. */
  process: Process | undefined;
  /** Whether a program that it runs takes its place: it has nothing else to do. */
  isImage = false;
  /** What `timeout` ends together. */
  group: ProcessGroup | undefined;
  /** What it has started in the background. */
  jobs: Jobs | undefined;
  /** Of the shell around a substitution, which shows them. `lastBackground` is `$!`. */
  seenJobs: Jobs | undefined;
  lastBackground: number | undefined;
  /** Signals that wait until the command that runs has ended. */
  pending: readonly string[] = NO_SIGNALS;
  /** Whether a compound command or a pipe around gave it its input, so that `&` leaves it. */
  hasInput = false;
  /** What the scripts of `>( )` still have to do with what the command wrote to them. */
  readonly receivers: (() => Running<void>)[] = [];
  /** From when SECONDS counts. */
  started: number;

  constructor(parts: ShellParts, started: number) {
    this.world = parts.world;
    this.variables = parts.variables;
    this.channels = parts.channels;
    this.cwd = parts.cwd;
    this.parameters = parts.parameters;
    this.started = started;
  }

  /** The same state for somebody else to change. */
  fork(world: World = this.world): Shell {
    const fork = new Shell(
      {
        world,
        variables: this.variables.fork(world.limits),
        channels: this.channels,
        cwd: this.cwd,
        parameters: this.parameters,
      },
      this.started,
    );
    fork.functions = this.functions;
    fork.options = this.options;
    fork.umask = this.umask;
    fork.status = this.status;
    fork.pipeStatuses = this.pipeStatuses;
    fork.place = { ...this.place };
    fork.calls = this.calls;
    fork.functionDepth = this.functionDepth;
    fork.file = this.file;
    fork.exportedFunctions = this.exportedFunctions;
    fork.aliases = this.aliases;
    fork.directories = this.directories;
    fork.lastArgument = this.lastArgument;
    fork.seed = this.seed;
    fork.substitutions = this.substitutions;
    fork.subshells = this.subshells;
    fork.depth = this.depth;
    fork.traps = this.traps;
    fork.errorTrapDepth = this.errorTrapDepth;
    fork.pid = this.pid;
    fork.command = this.command;
    fork.commandSource = this.commandSource;
    fork.commandHead = this.commandHead;
    fork.isInTrap = this.isInTrap;
    fork.isInDebug = this.isInDebug;
    fork.debugged = this.debugged;
    return fork;
  }

  /** A subshell: what ends it ends nothing around it. */
  subshell(): Shell {
    const fork = this.fork();
    fork.isSubshell = true;
    fork.conditions = this.conditions;
    fork.loops = this.loops;
    fork.sources = this.sources;
    fork.subshells = this.subshells + 1;
    fork.process = this.process;
    fork.processId = undefined;
    fork.group = this.group;
    fork.lastBackground = this.lastBackground;
    fork.hasInput = this.hasInput;
    fork.traps = inheritedTraps(this);
    fork.outerTraps = this.outerTraps ?? this.traps;
    this.deeper(fork);
    return fork;
  }

  deeper(inner: Shell): void {
    const { maxRecursion } = this.world.limits;
    if (this.depth >= maxRecursion) throw new LimitError("maxRecursion", maxRecursion);
    inner.depth = this.depth + 1;
  }

  /** After a call, however it ended: nothing runs any more. */
  endAll(): void {
    this.loops = 0;
    this.conditions = 0;
    this.depth = 0;
    this.sources = 0;
    this.calls = NO_CALLS;
    this.functionDepth = 0;
    this.substitutions = 0;
    this.jobs = undefined;
    this.lastBackground = undefined;
    this.pending = NO_SIGNALS;
    this.hasInput = false;
    this.command = undefined;
    this.commandHead = undefined;
    this.isInTrap = false;
    this.isInDebug = false;
    this.debugged = undefined;
  }

  /** Sets `$BASH_COMMAND`, which stays while a trap runs. */
  note(node: Command, head?: string): void {
    if (this.isInTrap) return;
    this.command = node;
    this.commandHead = head;
    this.commandSource = this.place.text;
  }

  isOn(option: ShellOption): boolean {
    return this.options.size > 0 && this.options.has(option);
  }

  switch(option: ShellOption, on: boolean): void {
    const options = new Set(this.options);
    if (on) options.add(option);
    else options.delete(option);
    this.options = options;
  }

  get stdout(): Output {
    return this.channels[1]?.output ?? CLOSED;
  }

  get stderr(): Output {
    return this.channels[2]?.output ?? SILENT;
  }

  /** A message as bash -c words it. */
  complain(message: string): void {
    this.stderr.write(`${this.origin}: line ${this.line}: ${message}\n`);
  }

  /** Whose text runs, as messages name it. */
  get origin(): string {
    return this.calls.at(-1)?.origin ?? this.parameters.name;
  }

  get line(): number {
    return lineOf(this.place);
  }

  /** Names are joined here; links are followed by the file system. */
  resolve(path: string): string {
    // No name is no file: the working directory itself is `.`.
    if (path === "" || path.startsWith("/")) return path;
    return this.cwd === "/" ? `/${path}` : `${this.cwd}/${path}`;
  }
}
