import { createInterface } from "node:readline";

/** One line of the daemon's progress streams: build, pull and import share this form. */
export interface DaemonMessage {
  readonly stream?: string;
  readonly status?: string;
  readonly id?: string;
  readonly progressDetail?: { readonly current?: number; readonly total?: number };
  readonly aux?: { readonly ID?: string };
  readonly error?: string;
  readonly errorDetail?: { readonly code?: number; readonly message?: string };
}

/**
 * The messages of a stream, one JSON object a line. Throws the stream's own failure, and the
 * signal's reason once it is aborted.
 */
export async function* readMessages(
  stream: NodeJS.ReadableStream,
  signal: AbortSignal,
): AsyncGenerator<DaemonMessage> {
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      signal.throwIfAborted();
      if (line.trim() !== "") yield JSON.parse(line) as DaemonMessage;
    }
  } finally {
    signal.throwIfAborted();
  }
}
