import type { ProcessIdentity } from "../state/process-identity.ts";

/** Who writes a record, as its first line has it: the process's number and when it started. */
export function writerText({ pid, started }: ProcessIdentity): string {
  return `${pid.toString()}/${started.toString()}`;
}

export function parseWriter(text: unknown): ProcessIdentity | undefined {
  const [, pid, started] = typeof text === "string" ? (/^(\d+)\/(\d+)$/.exec(text) ?? []) : [];
  return pid === undefined ? undefined : { pid: Number(pid), started: Number(started) };
}
