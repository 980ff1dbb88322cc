import { mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SandboxError, type AuditEvent, type AuditSink } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import { syncDirectory } from "../state/json-file.ts";
import { FIRST_HASH, recordHash } from "./record-hash.ts";

export interface AuditFileRequest {
  readonly stateDir: string;
  readonly runId: string;
  readonly now: () => Date;
}

/** `audit/<yyyy-mm-dd>/<runId>.jsonl` in the state folder, by the UTC day. */
export function auditFileOf({ stateDir, runId, now }: AuditFileRequest): string {
  return join(stateDir, "audit", now().toISOString().slice(0, 10), `${runId}.jsonl`);
}

/**
 * The record of one run, or of pushes that were collected together, at `auditFileOf`. Each line is
 * `{ timestamp, …event, hash }`, chained by `recordHash`. An event is on the disk once `append`
 * resolves. Fails with AUDIT_FAILED, from the first failure on at every event.
 */
export async function openAuditFile(request: AuditFileRequest): Promise<AuditSink> {
  const file = auditFileOf(request);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, "ax", 0o600);
    await syncDirectory(dirname(file));
    return new AuditFile(file, handle, request.now);
  } catch (error) {
    throw failure(file, error);
  }
}

class AuditFile implements AuditSink {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #now: () => Date;
  #hash = FIRST_HASH;
  /** Events are written one after the other; a failed one fails all that follow. */
  #last: Promise<void> = Promise.resolve();

  constructor(file: string, handle: FileHandle, now: () => Date) {
    this.#file = file;
    this.#handle = handle;
    this.#now = now;
  }

  append(event: AuditEvent): Promise<void> {
    this.#last = this.#last.then(() => this.#write(event));
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    await this.#handle.close();
  }

  async #write(event: AuditEvent): Promise<void> {
    const record = { timestamp: this.#now().toISOString(), ...event };
    const hash = recordHash(this.#hash, record);
    try {
      await this.#handle.appendFile(`${JSON.stringify({ ...record, hash })}\n`);
      await this.#handle.datasync();
    } catch (error) {
      throw failure(this.#file, error);
    }
    this.#hash = hash;
  }
}

function failure(file: string, error: unknown): SandboxError {
  const state = STATES[errnoOf(error) ?? ""];
  const message = error instanceof Error ? error.message : String(error);
  return new SandboxError(
    "AUDIT_FAILED",
    `Cannot write the audit record "${file}": ${state?.state ?? message}`,
    { hint: state?.hint ?? WRITABLE, cause: error },
  );
}

const WRITABLE = "Make the folder writable, or set XDG_STATE_HOME to one that is";

const STATES: Readonly<Record<string, { readonly state: string; readonly hint: string }>> = {
  ENOSPC: { state: "the disk is full", hint: "Free space on it, or set XDG_STATE_HOME to another" },
  EDQUOT: { state: "the disk quota is used up", hint: "Free space, or set XDG_STATE_HOME" },
  EACCES: { state: "permission denied", hint: WRITABLE },
  EROFS: { state: "the file system is read-only", hint: WRITABLE },
  EEXIST: { state: "the run has a record already", hint: "Start it again" },
  ENOTDIR: { state: "a part of its path is not a directory", hint: WRITABLE },
};
