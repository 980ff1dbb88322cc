import type { ProcessIdentity } from "../state/process-identity.ts";

export const TRANSCRIPT_SUFFIX = ".transcript";

/** The first line of a transcript, as JSON. */
export interface TranscriptHead {
  readonly type: "agent-sandbox";
  /** The real path of the workspace that the agent worked in. */
  readonly workspace: string;
  /** Who writes it. */
  readonly process: ProcessIdentity;
}

/** Undefined where the line is none of ours. */
export function parseHead(line: string): Omit<TranscriptHead, "type"> | undefined {
  try {
    const { workspace, process } = JSON.parse(line) as Partial<TranscriptHead>;
    if (typeof workspace !== "string" || typeof process?.pid !== "number") return undefined;
    const started = typeof process.started === "number" ? process.started : 0;
    return { workspace, process: { pid: process.pid, started } };
  } catch {
    return undefined;
  }
}
