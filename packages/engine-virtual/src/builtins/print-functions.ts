import { printFunction } from "../shell/print/print-function.ts";
import type { BuiltinCall } from "./builtin.ts";

/** `declare -f` and `-F`: functions in the form that bash gives them. */
export function printFunctions(
  { shell }: BuiltinCall,
  names: readonly string[],
  onlyNames: boolean,
): number {
  let status = 0;
  const all = names.length > 0 ? names : [...shell.functions.keys()].sort();
  for (const name of all) {
    const found = shell.functions.get(name);
    if (found === undefined) {
      status = 1;
      continue;
    }
    const prefix = names.length > 0 ? "" : "declare -f ";
    const text = onlyNames ? `${prefix}${name}` : printFunction(found);
    shell.stdout.write(`${text}\n`);
  }
  return status;
}
