import { errnoOf } from "../errno.ts";
import { readTextFile } from "./text-file.ts";

/** One process, told from a later one that gets the same id. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the kernel's ticks since boot; 0 where the system does not tell. */
  readonly started: number;
}

export async function thisProcess(): Promise<ProcessIdentity> {
  return await Promise.resolve(ownIdentity());
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: readStat(process.pid)?.started ?? 0 };
}

/** Whether it still runs; one that has ended and whose parent has not asked yet does not. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return await Promise.resolve(runs(identity));
}

export function runs({ pid, started }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const stat = readStat(pid);
  if (stat === undefined) return true;
  if (started !== 0 && stat.started !== started) return false;
  return stat.state !== "Z" && stat.state !== "X";
}

function exists(pid: number): boolean {
  // kill(2): 0 and what is below it name groups of processes.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) === "EPERM";
  }
}

/** proc(5), "/proc/pid/stat": the name in brackets may hold brackets and spaces itself. */
function readStat(
  pid: number,
): { readonly state: string | undefined; readonly started: number } | undefined {
  const text = readTextFile(`/proc/${pid.toString()}/stat`);
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields && { state: fields[0], started: Number(fields[19]) };
}
