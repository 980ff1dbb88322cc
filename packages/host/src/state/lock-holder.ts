import { rm, writeFile } from "node:fs/promises";
import type { Progress } from "@agent-sandbox/core";
import { readJsonFile } from "./json-file.ts";
import { isRunning, type ProcessIdentity, thisProcess } from "./process-identity.ts";

/** Tells the person whom a lock is waited for. */
export interface Waiting {
  readonly progress: Progress;
  /** What every holder of this lock does, for "process 1234, which …". */
  readonly doing: string;
}

const PATIENCE_MS = 1_000;

/** Leaves word beside the lock of who holds it; without it, the others just do not know. */
export async function nameHolder(file: string): Promise<void> {
  await writeFile(holderFile(file), JSON.stringify(await thisProcess()), { mode: 0o600 }).catch(
    () => undefined,
  );
}

export async function forgetHolder(file: string): Promise<void> {
  await rm(holderFile(file), { force: true }).catch(() => undefined);
}

/** To be called again and again while one waits: says it once, when the wait has become long. */
export function announceWait(file: string, waiting: Waiting | undefined): () => Promise<void> {
  const since = performance.now();
  let isSaid = false;
  return async () => {
    if (waiting === undefined || isSaid || performance.now() - since < PATIENCE_MS) return;
    isSaid = true;
    waiting.progress(`Waiting for ${await holderOf(file)}, which ${waiting.doing}`);
  };
}

async function holderOf(file: string): Promise<string> {
  const holder = await readJsonFile(holderFile(file));
  const known = isIdentity(holder) && (await isRunning(holder));
  return known ? `process ${holder.pid.toString()}` : "another process";
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== "object" || value === null) return false;
  const { pid, started } = value as Partial<Record<keyof ProcessIdentity, unknown>>;
  return Number.isSafeInteger(pid) && typeof started === "number";
}

function holderFile(file: string): string {
  return `${file}.holder`;
}
