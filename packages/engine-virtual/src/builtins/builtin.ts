import type { Assignment } from "@agent-sandbox/shell-syntax";

import type { Running } from "../commands/command.ts";
import type { Shell } from "../shell/shell.ts";

/** One call of a command that works on the shell itself. */
export interface BuiltinCall {
  readonly shell: Shell;
  readonly name: string;
  /** The words behind the name. */
  readonly args: readonly string[];
  /** The same, where those that declare variables get arrays and elements as the script has them. */
  readonly operands: readonly (string | Assignment)[];
}

export interface Builtin {
  readonly name: string;
  /** One line for `help`. */
  readonly description: string;
  /** As in `cd [-L|-P] [DIR]`, without the name. */
  readonly usage: string;
  run(call: BuiltinCall): number | Running<number>;
}

/** A complaint of a builtin, with its status. */
export function refuse({ shell, name }: BuiltinCall, message: string, status = 1): number {
  shell.complain(`${name}: ${message}`);
  return status;
}
