import type { FunctionDefinition, Script } from "@agent-sandbox/shell-syntax";

import type { Command, Running } from "../commands/command.ts";
import type { Files } from "../files/files.ts";
import type { Builtin } from "../builtins/builtin.ts";
import type { ShellLimits } from "./limits.ts";
import type { Processes } from "./jobs/processes.ts";
import type { Shell } from "./shell.ts";

/** What the policy says before something happens; without one, everything goes. */
export interface CommandGuard {
  /** Why a command may not run, given its words; undefined where it may. */
  refusal(argv: readonly string[]): string | undefined;
}

/** How scripts and commands are run: given to all that the interpreter itself is made of. */
export interface Interpreter {
  script(shell: Shell, script: Script): Running<number>;
  /** The same in a subshell made for it, whose `trap … EXIT` it runs. */
  subshell(inner: Shell, script: Script): Running<number>;
  /** A text: `eval`, `source`, `bash -c`; `firstLine` is the number of its first line where that is not 1. */
  text(shell: Shell, text: string, firstLine?: number): Running<number>;
  /** What stands on standard input, as much of it as no command reads. */
  input(shell: Shell): Running<number>;
  /** A command whose words are expanded. */
  argv(shell: Shell, argv: readonly string[]): Running<number>;
  /** What `${x@P}` makes of a value. */
  prompt(shell: Shell, text: string): Running<string>;
  functionCall(shell: Shell, call: FunctionCall): Running<number>;
}

interface FunctionCall {
  readonly definition: ShellFunction;
  readonly argv: readonly string[];
}

export type Callable =
  | { readonly type: "builtin"; readonly builtin: Builtin }
  | { readonly type: "command"; readonly command: Command };

/** What all subshells of a sandbox share. */
export interface World {
  readonly files: Files;
  readonly limits: ShellLimits;
  readonly guard: CommandGuard | undefined;
  readonly interpreter: Interpreter;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a promise may be waited for: not in `executeSync`. */
  readonly canWait: () => boolean;
  find(name: string): Callable | undefined;
  names(): readonly string[];
  readonly processes: Processes;
  /** Simple commands that this call has run. */
  readonly count: {
    commands: number;
    /** When the clock was looked at, between ticks. */
    lookedAt: number;
  };
}

export interface ShellFunction {
  readonly definition: FunctionDefinition;
  readonly source: string;
  /** The file that it was defined in, or "environment". */
  readonly origin: string;
}
