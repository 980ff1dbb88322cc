import { quoteAlways } from "../shell/expand/quote-text.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";
import { signalList, signalNamed, SIGNALS } from "../shell/jobs/signals.ts";

/** No signal comes from outside: only `kill` sends one. */
function signalOf(given: string): string | undefined {
  if (given === "0") return "EXIT";
  const name = given.toUpperCase();
  return ["EXIT", "DEBUG", "ERR", "RETURN"].includes(name) ? name : signalNamed(given);
}

const ORDER = ["EXIT", ...SIGNALS.map((name) => `SIG${name}`), "DEBUG", "ERR", "RETURN"];

export const trap: Builtin = {
  name: "trap",
  description:
    "Say what is done when the script ends (EXIT), a command fails (ERR), a function returns (RETURN), or before a command (DEBUG)",
  usage: "trap [-p] [ACTION] [SIGNAL]...",
  run(call) {
    const { shell } = call;
    const { letters, rest } = readOptions(call.args, "lp");
    if (letters.has("l")) {
      shell.stdout.write(signalList());
      return 0;
    }
    if (letters.has("p") || rest.length === 0) return list(shell, rest);
    const [action = "", ...signals] = rest.length === 1 ? ["-", ...rest] : rest;
    return setTraps(call, action, signals);
  },
};

function setTraps(call: BuiltinCall, action: string, signals: readonly string[]): number {
  const { shell } = call;
  const traps = new Map(shell.traps);
  for (const given of signals) {
    const name = signalOf(given);
    if (name === undefined) return refuse(call, `${given}: invalid signal specification`);
    // Children of the foreground are no processes: it would be told of some only.
    if (name === "SIGCHLD" && !/^-?$/.test(action)) return refuse(call, "CHLD: not supported", 2);
    if (action === "-") traps.delete(name);
    else traps.set(name, action);
    if (name === "ERR") shell.errorTrapDepth = shell.functionDepth;
  }
  shell.traps = traps;
  shell.outerTraps = undefined;
  return 0;
}

function list(shell: Shell, given: readonly string[]): number {
  const wanted = given.map(signalOf);
  for (const name of ORDER) {
    const action = (shell.outerTraps ?? shell.traps).get(name);
    if (action === undefined || (wanted.length > 0 && !wanted.includes(name))) continue;
    shell.stdout.write(`trap -- ${quoteAlways(action)} ${name}\n`);
  }
  return 0;
}
