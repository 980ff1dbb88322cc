import { appendFileSync, closeSync, fdatasync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { SandboxError, type AuditEvent, type AuditSink } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import { thisProcess } from "../state/process-identity.ts";
import { syncDirectory } from "../state/sync-directory.ts";
import { FIRST_HASH, recordHash } from "./record-hash.ts";
import { type RecordPlace, recordsFolder } from "./record-place.ts";
import { dayOf } from "./tidy-stamp.ts";
import { writerText } from "./writer.ts";

export interface AuditFileRequest extends RecordPlace {
  readonly runId: string;
  readonly now: () => Date;
}

/** `<yyyy-mm-dd>/<runId>.jsonl` in the folder of the records, by the UTC day. */
export function auditFileOf({ runId, now, ...place }: AuditFileRequest): string {
  return join(recordsFolder(place), dayOf(now()), `${runId}.jsonl`);
}

/**
 * The record of one run, or of events that were collected together, at `auditFileOf`. Each line is
 * `{ timestamp, …event, hash }`, chained by `recordHash`; the first also has the `writer`, by which
 * others tell that it still goes on. An event is on the disk once `append` resolves. Fails with
 * AUDIT_FAILED, from the first failure on at every event.
 */
export async function openAuditFile(request: AuditFileRequest): Promise<AuditSink> {
  const file = auditFileOf(request);
  const writer = writerText(await thisProcess());
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const descriptor = openSync(file, "ax", 0o600);
    const named = syncDirectory(dirname(file));
    return new AuditFile({ file, descriptor, writer, named, now: request.now });
  } catch (error) {
    throw failure(file, error);
  }
}

interface OpenedFile extends Pick<AuditFileRequest, "now"> {
  readonly file: string;
  readonly descriptor: number;
  readonly writer: string;
  /** Resolves once its name is on the disk. */
  readonly named: Promise<void>;
}

class AuditFile implements AuditSink {
  readonly #file: string;
  /** Undefined once closed: its number may be another file's by then. */
  #descriptor: number | undefined;
  readonly #writer: string;
  readonly #named: Promise<void>;
  readonly #now: () => Date;
  #hash = FIRST_HASH;
  /** Events are written one after the other; a failed one fails all that follow. */
  #last: Promise<void> = Promise.resolve();

  constructor({ file, descriptor, writer, named, now }: OpenedFile) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.#writer = writer;
    this.#named = named;
    this.#now = now;
    // Nobody waits for it yet when it fails.
    named.catch(() => undefined);
  }

  append(event: AuditEvent, at: Date = this.#now()): Promise<void> {
    this.#last = this.#last.then(() => this.#write(event, at));
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  }

  async #write(event: AuditEvent, at: Date): Promise<void> {
    const isFirst = this.#hash === FIRST_HASH;
    const writer = isFirst ? { writer: this.#writer } : {};
    const record = { timestamp: at.toISOString(), ...event, ...writer };
    const hash = recordHash(this.#hash, record);
    try {
      if (this.#descriptor === undefined) throw new Error("it is closed");
      appendFileSync(this.#descriptor, `${JSON.stringify({ ...record, hash })}\n`);
      await Promise.all([this.#named, promisify(fdatasync)(this.#descriptor)]);
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

const WRITABLE = "Make the folder writable, or name another in audit.path or XDG_STATE_HOME";

const STATES: Readonly<Record<string, { readonly state: string; readonly hint: string }>> = {
  ENOSPC: {
    state: "the disk is full",
    hint: "Free space on it, or name another in audit.path or XDG_STATE_HOME",
  },
  EDQUOT: {
    state: "the disk quota is used up",
    hint: "Free space, or name another folder in audit.path or XDG_STATE_HOME",
  },
  EACCES: { state: "permission denied", hint: WRITABLE },
  EROFS: { state: "the file system is read-only", hint: WRITABLE },
  EEXIST: { state: "the run has a record already", hint: "Start it again" },
  ENOTDIR: { state: "a part of its path is not a directory", hint: WRITABLE },
};
