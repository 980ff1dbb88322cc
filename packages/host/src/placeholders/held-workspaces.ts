import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { stateFailure } from "../state/state-failure.ts";
import { isNoFile, readRecord } from "./stored-record.ts";

/** Pasted commands start their container within this, in milliseconds. */
const PASTING = 60_000;

/**
 * The workspaces on record. One whose commands are just being pasted is left out: its container does
 * not run yet, and what holds its places must not be taken away before.
 */
export async function heldWorkspaces(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isNoFile(error)) return [];
    throw stateFailure(`read "${directory}"`, error);
  });
  const held: string[] = [];
  for (const name of names.filter((file) => file.endsWith(".json"))) {
    if (!(await isBeingPasted(join(directory, name)))) held.push(name.slice(0, -".json".length));
  }
  return held;
}

async function isBeingPasted(file: string): Promise<boolean> {
  const written = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
  return Date.now() - written < PASTING && readRecord(file)?.pasted === true;
}
