import type { Running } from "../../commands/command.ts";
import { FileError } from "../../files/errors.ts";

interface Read {
  readonly bytes: Uint8Array;
  readonly isEnd: boolean;
}

/** What is read; nothing of what cannot be read, a directory, of which bash does not say a word. */
export function* orNothing(reading: Running<Read>): Running<Read> {
  try {
    return yield* reading;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { bytes: new Uint8Array(), isEnd: true };
  }
}
