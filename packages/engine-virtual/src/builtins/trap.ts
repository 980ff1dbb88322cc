import { quoteAlways } from "../shell/expand/quote-text.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

const SIGNALS = new Map([
  ["0", "EXIT"],
  ["1", "SIGHUP"],
  ["2", "SIGINT"],
  ["3", "SIGQUIT"],
  ["13", "SIGPIPE"],
  ["15", "SIGTERM"],
]);

/** No signal comes from outside, so that those that are trapped never come. */
function signalOf(given: string): string | undefined {
  const name = SIGNALS.get(given) ?? given.toUpperCase();
  if (name === "EXIT" || name === "ERR") return name;
  const full = name.startsWith("SIG") ? name : `SIG${name}`;
  return /^SIG(HUP|INT|QUIT|PIPE|TERM|USR1|USR2|ALRM|CHLD|WINCH)$/.test(full) ? full : undefined;
}

export const trap: Builtin = {
  name: "trap",
  description: "Say what is done when the script ends (EXIT) or a command fails (ERR)",
  usage: "trap [-p] [ACTION] [SIGNAL]...",
  run(call) {
    const { shell } = call;
    const { letters, rest } = readOptions(call.args, "lp");
    if (letters.has("p") || rest.length === 0) return list(shell, rest);
    const [action = "", ...signals] = rest.length === 1 ? ["-", ...rest] : rest;
    const traps = new Map(shell.traps);
    for (const given of signals) {
      if (given === "DEBUG" || given === "RETURN") {
        return refuse(call, `${given}: not supported`, 2);
      }
      const name = signalOf(given);
      if (name === undefined) return refuse(call, `${given}: invalid signal specification`);
      if (action === "-") traps.delete(name);
      else traps.set(name, action);
    }
    shell.traps = traps;
    if (signals.includes("ERR")) shell.errorTrapDepth = shell.functionDepth;
    return 0;
  },
};

function list(shell: Shell, given: readonly string[]): number {
  const wanted = given.map(signalOf);
  for (const [name, action] of shell.traps) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    shell.stdout.write(`trap -- ${quoteAlways(action)} ${name}\n`);
  }
  return 0;
}
