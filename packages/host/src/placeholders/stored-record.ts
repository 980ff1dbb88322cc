import { readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";

import { errnoOf } from "../errno.ts";
import { writeJsonAtOnce, writeJsonFile } from "../state/json-file.ts";
import { stateFailure } from "../state/state-failure.ts";
import { parseRecord, type PlaceholderRecord } from "./record.ts";

/**
 * The record in a file; undefined where there is none, or something else. Fails where it is there
 * and cannot be read: what counts as forgotten would never be removed.
 */
export function readRecord(file: string): PlaceholderRecord | undefined {
  const text = readStored(file);
  if (text === undefined) return undefined;
  try {
    return parseRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readStored(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isNoFile(error)) return undefined;
    throw stateFailure(`read "${file}"`, error);
  }
}

export async function writeRecord(file: string, record: PlaceholderRecord): Promise<void> {
  try {
    await writeJsonFile(file, record);
  } catch (error) {
    throw stateFailure(`write "${file}"`, error);
  }
}

/** The same at once, or removes it; a machine that goes off may lose it. */
export function writeRecordAtOnce(file: string, record: PlaceholderRecord | undefined): void {
  try {
    if (record === undefined) rmSync(file, { force: true });
    else writeJsonAtOnce(file, record);
  } catch (error) {
    throw stateFailure(`write "${file}"`, error);
  }
}

export async function removeRecord(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (error) {
    throw stateFailure(`remove "${file}"`, error);
  }
}

/** Whether a failure says that a file, or the folder it is to be in, is not there. */
export function isNoFile(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "");
}
