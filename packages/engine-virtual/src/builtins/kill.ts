import type { Running } from "../commands/command.ts";
import { deliver, receive } from "../shell/jobs/receive-signal.ts";
import { signalList, signalNamed, SIGNALS } from "../shell/jobs/signals.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { named } from "./jobs.ts";

export const kill: Builtin = {
  name: "kill",
  description: "Send a signal to the shell itself, or to what runs in the background",
  usage: "kill [-s SIGNAL | -SIGNAL] PID | %JOB... | kill -l [SIGNAL]...",
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
      yield;
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
  if (target.startsWith("%")) return sendToJob(call, signal, target);
  if (target === "") return refuse(call, "`': not a pid or valid job spec");
  if (!/^-?\d+$/.test(target)) {
    return refuse(call, `${target}: arguments must be process or job IDs`);
  }
  const { shell } = call;
  const pid = Number(target);
  if (pid === shell.processId) {
    if (signal !== "none") yield* receive(shell, signal);
    return shell.unwinding === undefined ? 0 : shell.status;
  }
  const targets = shellsOf(shell, pid);
  if (targets.length === 0) return refuse(call, `(${target}) - No such process`);
  if (signal !== "none") for (const one of targets) deliver(one, signal);
  return 0;
}

/** Of 0 and of the first one's group all that there are. */
function shellsOf({ world: { processes } }: Shell, pid: number): readonly Shell[] {
  const first = processes.find(1);
  if (pid === 0 || pid === -1) {
    return [...processes.background, ...(first === undefined ? [] : [first])].map(
      (one) => one.shell,
    );
  }
  const found = processes.find(pid)?.shell ?? processes.image(pid);
  return found === undefined ? [] : [found];
}

function sendToJob(call: BuiltinCall, signal: string, spec: string): number {
  const job = named(call, spec);
  if (job === undefined) return 1;
  const alive = job.processes.filter(({ status }) => status === undefined);
  if (alive.length === 0) return refuse(call, `(${job.pid}) - No such process`);
  if (signal !== "none") for (const { shell } of alive) deliver(shell, signal);
  return 0;
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
