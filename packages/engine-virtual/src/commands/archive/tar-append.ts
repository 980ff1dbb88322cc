import { bytesInput } from "../bytes/bytes-input.ts";
import type { Running } from "../command.ts";
import { openInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { readBounded } from "../read-bounded.ts";
import { isGzip } from "./gzip-reader.ts";
import type { TarEntry } from "./tar-header.ts";
import type { TarCall } from "./tar-options.ts";
import { TarReader } from "./tar-reader.ts";

/** An archive that more is put into. */
export interface Appended {
  /** All of it up to the blocks that end it. */
  readonly content: Uint8Array;
  /** Whether a member is in it already, and as new: `-u` leaves it out. */
  readonly isCurrent: (entry: TarEntry) => boolean;
}

const bare = (name: string): string => name.replace(/\/+$/, "");

/** Reads the archive that `-r` and `-u` add to; one that is not there is an empty one. */
export function* appendedTo(call: TarCall, archive: string): Running<Appended> {
  const { invocation, options } = call;
  if (archive === "-")
    throw new CommandError("Options '-ru' are incompatible with an archive from a pipe");
  if (!invocation.files.exists(invocation.resolve(archive))) {
    return { content: new Uint8Array(), isCurrent: () => false };
  }
  const bytes = yield* readBounded(invocation, openInput(invocation, archive));
  if (isGzip(bytes) || options.has("gzip")) {
    throw new CommandError(
      "Cannot update compressed archives\ntar: Error is not recoverable: exiting now",
    );
  }
  const reader = new TarReader(bytesInput(bytes));
  const times = new Map<string, number>();
  if (bytes.length > 0) {
    for (let entry = yield* reader.next(); entry !== undefined; entry = yield* reader.next()) {
      times.set(bare(entry.name), entry.modified);
      yield;
    }
  }
  const isCurrent = ({ kind, modified, name }: TarEntry): boolean => {
    const time = times.get(bare(name));
    return (
      options.has("update") && time !== undefined && (kind === "directory" || modified <= time)
    );
  };
  return { content: bytes.subarray(0, reader.end), isCurrent };
}
