import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";

import { SandboxError } from "@agent-sandbox/core";

export interface TranscriptRequest {
  readonly stateDir: string;
  readonly now: () => Date;
}

/** What an agent did and said, as it told it, for its owner alone to read. */
export interface Transcript extends Disposable {
  readonly file: string;
  readonly isEmpty: () => boolean;
  /** Fails with AUDIT_FAILED. */
  readonly write: (chunk: Uint8Array) => void;
}

/** A new file, `transcripts/<yyyy-mm-dd>/<uuid>.jsonl` in the state folder, by the UTC day. */
export function openTranscript({ stateDir, now }: TranscriptRequest): Transcript {
  const day = now().toISOString().slice(0, 10);
  const file = join(stateDir, "transcripts", day, `${randomUUID()}.jsonl`);
  const writing = <T>(act: () => T): T => {
    try {
      return act();
    } catch (cause) {
      const state = cause instanceof Error ? cause.message : String(cause);
      throw new SandboxError("AUDIT_FAILED", `Cannot write the transcript "${file}": ${state}`, {
        hint: "Make room and the folder writable, or set XDG_STATE_HOME to another",
        cause,
      });
    }
  };
  const descriptor = writing(() => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, "wx", 0o600);
  });
  let isEmpty = true;
  return {
    file,
    isEmpty: () => isEmpty,
    write: (chunk) => {
      isEmpty = false;
      writing(() => {
        for (let rest = chunk; rest.length > 0;) rest = rest.subarray(writeSync(descriptor, rest));
      });
    },
    [Symbol.dispose]: () => {
      closeSync(descriptor);
    },
  };
}
