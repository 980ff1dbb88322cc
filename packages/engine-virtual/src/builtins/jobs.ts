import type { Job, Jobs } from "../shell/jobs/jobs.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

export const jobs: Builtin = {
  name: "jobs",
  description: "List what runs in the background",
  usage: "jobs [-lnprs] [%JOB]...",
  run(call) {
    const { seenJobs, stdout } = call.shell;
    const { letters, rest } = readOptions(call.args, "lnprs");
    const table = call.shell.jobs ?? seenJobs;
    const found = rest.length === 0 ? table?.list() : rest.map((one) => named(call, one));
    const listed = (found ?? []).filter((job) => job !== undefined);
    for (const job of listed) {
      if (table === undefined || !isAsked(job, letters)) continue;
      stdout.write(letters.has("p") ? `${leaderOf(job)}\n` : line(table, job, letters.has("l")));
    }
    return listed.length < rest.length ? 1 : 0;
  },
};

function isAsked(job: Job, letters: ReadonlyMap<string, string>): boolean {
  if (letters.has("s") || letters.has("n")) return false;
  return job.isAlive || !(letters.has("r") || letters.has("p"));
}

/** The first process, which leads the others. */
function leaderOf({ processes }: Job): string {
  return (processes[0]?.pid ?? 0).toString();
}

function line(table: Jobs, job: Job, isLong: boolean): string {
  const mark = job === table.current ? "+" : job === table.previous ? "-" : " ";
  const pid = isLong ? ` ${leaderOf(job)} ` : "  ";
  const text = job.isAlive ? `${job.text} &` : job.text;
  return `[${job.number}]${mark}${pid}${stateOf(job).padEnd(24)}${text}\n`;
}

function stateOf(job: Job): string {
  if (job.isAlive) return "Running";
  const status = job.statusOf(false);
  return status === 0 ? "Done" : `Exit ${status}`;
}

/** What a `%` says; a complaint where that is nothing, or too much. */
export function named(call: BuiltinCall, spec: string): Job | undefined {
  const { jobs, seenJobs } = call.shell;
  const found = (jobs ?? seenJobs)?.named(spec.startsWith("%") ? spec : `%${spec}`) ?? [];
  if (found.length === 1) return found[0];
  if (found.length > 1) refuse(call, `${spec.slice(1)}: ambiguous job spec`);
  else refuse(call, `${spec}: no such job`);
  return undefined;
}

export const disown: Builtin = {
  name: "disown",
  description: "Forget what runs in the background, which goes on",
  usage: "disown [-ahr] [PID | %JOB]...",
  run(call) {
    const { shell } = call;
    const { letters, rest } = readOptions(call.args, "ahr");
    if (letters.has("h")) return 0;
    if (letters.has("a") || (letters.has("r") && rest.length === 0)) return disownAll(shell);
    if (rest.length > 0) return Math.max(...rest.map((one) => disownOne(call, one)));
    return shell.jobs?.current === undefined
      ? refuse(call, "current: no such job")
      : disownOne(call, "%+");
  },
};

function disownOne(call: BuiltinCall, target: string): number {
  const { jobs } = call.shell;
  const isPid = /^\d+$/.test(target);
  const job = isPid ? jobs?.withProcess(Number(target)) : named(call, target);
  if (job === undefined) return isPid ? refuse(call, `${target}: no such job`) : 1;
  jobs?.remove(job);
  return 0;
}

function disownAll({ jobs }: Shell): number {
  for (const job of jobs?.list() ?? []) jobs?.remove(job);
  return 0;
}
