import type { Running } from "../commands/command.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { signalList, signalNamed, SIGNALS } from "./signals.ts";

/** There is one process, the shell itself: what it sends itself arrives, all else has nobody to go to. */
export const kill: Builtin = {
  name: "kill",
  description: "Send a signal to the shell itself: there are no other processes",
  usage: "kill [-s SIGNAL | -SIGNAL] PID... | kill -l [SIGNAL]...",
  *run(call) {
    const [first, ...others] = call.args;
    if (first === "-l" || first === "-L") return list(call, others);
    const wish = wishOf(call.args);
    if (wish.targets.length === 0) {
      call.shell.stderr.write(`kill: usage: ${kill.usage}\n`);
      return 2;
    }
    const signal = wish.signal === "0" ? "none" : signalNamed(wish.signal);
    if (signal === undefined) return refuse(call, `${wish.signal}: invalid signal specification`);
    let status = 0;
    for (const target of wish.targets) {
      status = yield* send(call, signal, target);
    }
    return status;
  },
};

interface Wish {
  readonly signal: string;
  readonly targets: readonly string[];
}

function wishOf(args: readonly string[]): Wish {
  const [first = "", second = "", ...others] = args;
  if (first === "-s" || first === "-n") {
    return { signal: second, targets: others };
  }
  if (first === "--") return { signal: "TERM", targets: args.slice(1) };
  return /^-./.test(first)
    ? { signal: first.slice(1), targets: args.slice(1) }
    : { signal: "TERM", targets: args };
}

function* send(call: BuiltinCall, signal: string, target: string): Running<number> {
  if (target.startsWith("%")) return refuse(call, `${target}: no such job`);
  if (!/^-?\d+$/.test(target)) {
    return refuse(call, `${target}: arguments must be process or job IDs`);
  }
  if (target !== "1") return refuse(call, `(${target}) - No such process`);
  return signal === "none" ? 0 : yield* receive(call, signal);
}

const IGNORED = new Set(["SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH"]);

/** What is trapped runs, and anything else ends the script. */
function* receive({ shell }: BuiltinCall, signal: string): Running<number> {
  const action = shell.traps.get(signal);
  if (action === "" || (action === undefined && IGNORED.has(signal))) return 0;
  if (action !== undefined) {
    const { status } = shell;
    yield* shell.world.interpreter.text(shell, action);
    if (shell.unwinding !== undefined) return shell.status;
    shell.status = status;
    return 0;
  }
  shell.unwinding = { type: "exit" };
  shell.status = 129 + SIGNALS.indexOf(signal.replace("SIG", ""));
  return shell.status;
}

function list(call: BuiltinCall, given: readonly string[]): number {
  if (given.length === 0) {
    call.shell.stdout.write(signalList());
    return 0;
  }
  for (const one of given) {
    const isNumber = /^\d+$/.test(one);
    const name = signalNamed(isNumber && Number(one) > 128 ? String(Number(one) - 128) : one);
    if (name === undefined) return refuse(call, `${one}: invalid signal specification`);
    const bare = name.replace("SIG", "");
    call.shell.stdout.write(`${isNumber ? bare : SIGNALS.indexOf(bare) + 1}\n`);
  }
  return 0;
}
