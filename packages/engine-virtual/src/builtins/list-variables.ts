import { listText } from "../shell/expand/declaration.ts";
import { quoteIfNeeded } from "../shell/expand/quote-text.ts";
import { isArray } from "../shell/variables/variable.ts";
import type { BuiltinCall } from "./builtin.ts";
import { printFunctions } from "./print-functions.ts";

/** `set` and `declare` by themselves: what each variable holds, and the functions behind them. */
export function listVariables(call: BuiltinCall): number {
  const { stdout, variables } = call.shell;
  for (const name of variables.names()) {
    const value = variables.own(name)?.value;
    if (value === undefined) continue;
    if (!isArray(value)) stdout.write(`${name}=${quoteIfNeeded(value)}\n`);
    else if (!value.isUnset) stdout.write(`${name}=${listText(value)}\n`);
  }
  for (const name of [...call.shell.functions.keys()].sort()) printFunctions(call, [name], false);
  return 0;
}
