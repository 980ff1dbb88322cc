import { readFile } from "node:fs/promises";
import { errnoOf } from "../errno.ts";

/** One process, told from a later one that gets the same id. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the kernel's ticks since boot; 0 where the system does not tell. */
  readonly started: number;
}

export async function thisProcess(): Promise<ProcessIdentity> {
  return { pid: process.pid, started: (await readStat(process.pid))?.started ?? 0 };
}

/** Whether it still runs; one that has ended and whose parent has not asked yet does not. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  if (!exists(pid)) return false;
  const stat = await readStat(pid);
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
async function readStat(
  pid: number,
): Promise<{ readonly state: string | undefined; readonly started: number } | undefined> {
  const text = await readFile(`/proc/${pid.toString()}/stat`, "utf8").catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields && { state: fields[0], started: Number(fields[19]) };
}
