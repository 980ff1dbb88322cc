import { readFileSync } from "node:fs";

/**
 * The command of a sandbox, by the id of its first process, which only reaps: the eldest child
 * (proc(5), "/proc/pid/task/tid/children"). Undefined before it has started and after it has ended.
 */
export function commandOf(first: number): number | undefined {
  const id = first.toString();
  try {
    const [eldest] = readFileSync(`/proc/${id}/task/${id}/children`, "utf8").split(" ");
    return eldest === undefined || eldest === "" ? undefined : Number(eldest);
  } catch {
    return undefined;
  }
}

/** Sends a signal to a process that may be gone. */
export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}
