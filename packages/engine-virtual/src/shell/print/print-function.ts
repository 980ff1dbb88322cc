import type { ShellFunction } from "../world.ts";
import { CommandPrinter } from "./print-command.ts";

/** A function in the form that bash gives it, for `declare -f` and `type`. */
export function printFunction({ definition, source }: ShellFunction): string {
  return new CommandPrinter(source).definition(definition, "");
}
