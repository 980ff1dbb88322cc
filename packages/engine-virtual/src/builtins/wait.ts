import type { Running } from "../commands/command.ts";
import type { Job } from "../shell/jobs/jobs.ts";
import { reapJob } from "../shell/jobs/reap-jobs.ts";
import { statusOfSignal } from "../shell/jobs/receive-signal.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

export const wait: Builtin = {
  name: "wait",
  description: "Wait for what runs in the background, and give its status",
  usage: "wait [-fn] [-p NAME] [PID | %JOB]...",
  *run(call) {
    const { shell } = call;
    const { letters, rest } = readOptions(call.args, "fnp:");
    const name = letters.get("p");
    if (name !== undefined) shell.variables.unset(name);
    const tell = (job: Job) => {
      if (name !== undefined) shell.variables.set(name, job.pid.toString());
    };
    if (letters.has("n")) return yield* waitForNext(call, rest, tell);
    if (rest.length === 0) return yield* waitForAll(call);
    let status = 0;
    for (const target of rest) {
      status = yield* waitForOne(call, target, tell);
      if (shell.pending.length > 0) return interrupted(call);
    }
    return status;
  },
};

/** A signal that arrives meanwhile ends the waiting, and is seen to behind it. */
function* waitUntil({ shell }: BuiltinCall, isOver: () => boolean): Running<boolean> {
  for (;;) {
    if (shell.pending.length > 0) return false;
    if (isOver()) return true;
    yield "wait";
  }
}

function interrupted({ shell }: BuiltinCall): number {
  return statusOfSignal(shell.pending[0] ?? "");
}

function* waitForAll(call: BuiltinCall): Running<number> {
  const { jobs } = call.shell;
  if (jobs === undefined) return 0;
  const isOver = () => !jobs.list().some(({ isAlive }) => isAlive);
  if (!(yield* waitUntil(call, isOver))) return interrupted(call);
  for (const job of jobs.list()) reapJob(call.shell, job);
  jobs.forget();
  return 0;
}

function* waitForNext(
  call: BuiltinCall,
  targets: readonly string[],
  tell: (job: Job) => void,
): Running<number> {
  const { shell } = call;
  const jobs = targets.length === 0 ? shell.jobs?.list() : given(call, targets);
  if (jobs === undefined || jobs.length === 0) return 127;
  const ended = () => jobs.find(({ isAlive }) => !isAlive);
  if (!(yield* waitUntil(call, () => ended() !== undefined))) return interrupted(call);
  const job = ended();
  if (job === undefined) return 127;
  tell(job);
  return reapJob(shell, job);
}

function given(call: BuiltinCall, targets: readonly string[]): readonly Job[] {
  return targets.flatMap((target) => {
    const job = jobOf(call, target);
    if (job === undefined) refuse(call, `${target}: no such job`);
    return job ?? [];
  });
}

function jobOf({ shell }: BuiltinCall, target: string): Job | undefined {
  return target.startsWith("%")
    ? shell.jobs?.named(target)[0]
    : shell.jobs?.withProcess(Number(target));
}

function* waitForOne(call: BuiltinCall, target: string, tell: (job: Job) => void): Running<number> {
  const { shell } = call;
  if (!/^(?:\d+|%.*)$/.test(target)) {
    return refuse(call, `\`${target}': not a pid or valid job spec`);
  }
  const job = jobOf(call, target);
  if (job === undefined) return absent(call, target);
  if (!(yield* waitUntil(call, () => !job.isAlive))) return interrupted(call);
  tell(job);
  const own = job.processes.find(({ pid }) => String(pid) === target);
  const status = reapJob(shell, job);
  return own === undefined || own.pid === job.pid ? status : (own.status ?? 0);
}

function absent(call: BuiltinCall, target: string): number {
  if (target.startsWith("%")) return refuse(call, `${target}: no such job`, 127);
  const status = call.shell.jobs?.rememberedStatus(Number(target));
  return status ?? refuse(call, `pid ${target} is not a child of this shell`, 127);
}
