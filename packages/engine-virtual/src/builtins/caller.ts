import type { Shell } from "../shell/shell.ts";
import { type Builtin, refuse } from "./builtin.ts";

export const caller: Builtin = {
  name: "caller",
  description: "Show where the function that runs was called",
  usage: "caller [LEVEL]",
  run(call) {
    const [given = ""] = call.args;
    if (!/^\d*$/.test(given)) return refuse(call, `${given}: invalid number`, 2);
    const text = callText(call.shell, given);
    if (text !== undefined) call.shell.stdout.write(`${text}\n`);
    return text === undefined ? 1 : 0;
  },
};

/** Line and file; with a level, the function too. */
function callText({ calls, file }: Shell, given: string): string | undefined {
  const level = Number(given);
  const frame = calls.at(-1 - level);
  if (frame === undefined) return undefined;
  const outer = calls.at(-2 - level);
  const origin = outer?.origin ?? file;
  if (given === "") return `${frame.line} ${origin ?? "NULL"}`;
  return origin === undefined ? undefined : `${frame.line} ${outer?.name ?? "main"} ${origin}`;
}
