import { LimitError } from "../files/errors.ts";
import { joined } from "../shell/io/joined.ts";
import type { Input, Invocation, Running } from "./command.ts";

/** All that is still to come, while it is no more than all files of the sandbox may be. */
export function* readBounded({ files }: Invocation, input: Input): Running<Uint8Array> {
  const { maxTotalSize } = files.limits();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    length += chunk.length;
    if (length > maxTotalSize) throw new LimitError("maxTotalSize", maxTotalSize);
    chunks.push(chunk);
    yield;
    chunk = yield* input.read();
  }
  return joined(chunks);
}
