import { randomUUID } from "node:crypto";
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";

import { SandboxError } from "@agent-sandbox/core";

import { thisProcess } from "../state/process-identity.ts";
import { type RecordPlace, recordsFolder } from "./record-place.ts";
import { dayOf } from "./tidy-stamp.ts";
import { TRANSCRIPT_SUFFIX, type TranscriptHead } from "./transcript-head.ts";

export interface TranscriptRequest extends RecordPlace {
  /** The real path of the workspace that the agent works in. */
  readonly workspace: string;
  readonly now: () => Date;
  /** What an agent may tell before it is cut, in bytes. */
  readonly limit?: number;
}

/** What an agent did and said, as it told it, for its owner alone to read. */
export interface Transcript extends Disposable {
  readonly file: string;
  /** Whether the agent has told nothing; then disposing takes the file away. */
  readonly isEmpty: () => boolean;
  /** Fails with AUDIT_FAILED. */
  readonly write: (chunk: Uint8Array) => void;
}

/** A day's work of an agent has less; one that repeats itself for ever does not fill the disk. */
const LIMIT = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * A new file, `<yyyy-mm-dd>/<uuid>.transcript` in the folder of the records, by the UTC day: beside the
 * records of its day. Its first line is ours. What goes beyond the limit is cut at the end of a
 * line, and a last line of ours says so.
 */
export async function openTranscript(request: TranscriptRequest): Promise<Transcript> {
  const { workspace, now, limit = LIMIT } = request;
  const day = dayOf(now());
  const file = join(recordsFolder(request), day, `${randomUUID()}${TRANSCRIPT_SUFFIX}`);
  const head: TranscriptHead = { type: "agent-sandbox", workspace, process: await thisProcess() };
  const transcript = writing(file, () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return new BoundedLines(openSync(file, "wx", 0o600), limit);
  });
  writing(file, () => {
    transcript.note(head);
  });
  return {
    file,
    isEmpty: () => transcript.isEmpty,
    write: (chunk) => {
      writing(file, () => {
        transcript.write(chunk);
      });
    },
    [Symbol.dispose]: () => {
      transcript.close();
      if (transcript.isEmpty) rmSync(file, { force: true });
    },
  };
}

/** Invariant: once it is cut, the file is whole lines, the last of which says that it is. */
class BoundedLines {
  isEmpty = true;
  readonly #descriptor: number;
  readonly #limit: number;
  /** How much the agent has told; notes do not count. */
  #told = 0;
  #end = 0;
  /** Where the line begins that has no end yet. */
  #line = 0;
  #isCut = false;

  constructor(descriptor: number, limit: number) {
    this.#descriptor = descriptor;
    this.#limit = limit;
  }

  write(chunk: Uint8Array): void {
    if (this.#isCut || chunk.length === 0) return;
    this.isEmpty = false;
    const room = chunk.subarray(0, this.#limit - this.#told);
    this.#told += room.length;
    this.#append(room);
    if (room.length < chunk.length) this.#cut();
  }

  note(value: object): void {
    this.#append(Buffer.from(`${JSON.stringify(value)}\n`));
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #cut(): void {
    this.#isCut = true;
    ftruncateSync(this.#descriptor, this.#line);
    this.#end = this.#line;
    this.note({
      type: "agent-sandbox",
      cut: `What the agent told after ${this.#limit.toString()} bytes is not kept`,
    });
  }

  #append(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0;) {
      const written = writeSync(this.#descriptor, rest, 0, rest.length, this.#end);
      const newline = rest.lastIndexOf(NEWLINE, written - 1);
      if (newline >= 0) this.#line = this.#end + newline + 1;
      this.#end += written;
      rest = rest.subarray(written);
    }
  }
}

function writing<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const state = cause instanceof Error ? cause.message : String(cause);
    throw new SandboxError("AUDIT_FAILED", `Cannot write the transcript "${file}": ${state}`, {
      hint: "Make room and the folder writable, or set XDG_STATE_HOME to another",
      cause,
    });
  }
}
