import type { Shell } from "../shell.ts";
import type { Job } from "./jobs.ts";

/** Words for what ends a command, where bash tells of it. */
const TOLD: Readonly<Record<string, string>> = {
  ...{ SIGHUP: "Hangup", SIGQUIT: "Quit", SIGILL: "Illegal instruction", SIGABRT: "Aborted" },
  ...{ SIGBUS: "Bus error", SIGFPE: "Floating point exception", SIGKILL: "Killed" },
  ...{ SIGUSR1: "User defined signal 1", SIGSEGV: "Segmentation fault" },
  ...{ SIGUSR2: "User defined signal 2", SIGALRM: "Alarm clock" },
};

/** What has ended in the background is no job any more once a process of the foreground has ended, too. */
export function reapJobs(shell: Shell): void {
  const { jobs } = shell;
  for (const job of jobs?.list() ?? []) {
    if (!job.isAlive) reapJob(shell, job);
  }
}

/** Its status, which is remembered; one that was killed is told of. */
export function reapJob(shell: Shell, job: Job): number {
  const status = job.statusOf(shell.isOn("pipefail"));
  const { jobs } = shell;
  if (jobs?.list().includes(job) !== true) return status;
  jobs.close(job, status);
  const last = job.processes.at(-1);
  const told = TOLD[last?.signal ?? ""];
  if (told !== undefined) shell.complain(`${job.pid} ${told.padEnd(24)}${job.text}`);
  return status;
}
