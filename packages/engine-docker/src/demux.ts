import { once } from "node:events";

/** Type, three bytes of nothing, and the length (Docker Engine API, "Stream format"). */
const HEADER = 8;
const STDERR = 2;

export interface Outputs {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Takes the daemon's stream of a command without a terminal apart into output and errors, to its
 * end. It reads no faster than they are read: what an agent writes must not fill our memory.
 */
export async function demux(stream: NodeJS.ReadableStream, outputs: Outputs): Promise<void> {
  let header: Buffer = Buffer.alloc(0);
  let left = 0;
  let output = outputs.stdout;
  const gone = new AbortController();
  stream.once("close", () => {
    gone.abort();
  });
  // This process's own outputs stay writable when they have failed, and never drain.
  const failed = new Set<NodeJS.WritableStream>();
  for (const each of [outputs.stdout, outputs.stderr]) each.once("error", () => failed.add(each));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let rest = chunk;
    while (rest.length > 0) {
      if (left === 0) {
        const missing = HEADER - header.length;
        header = Buffer.concat([header, rest.subarray(0, missing)]);
        rest = rest.subarray(missing);
        if (header.length < HEADER) break;
        output = header[0] === STDERR ? outputs.stderr : outputs.stdout;
        left = header.readUInt32BE(4);
        header = Buffer.alloc(0);
      } else {
        const part = rest.subarray(0, left);
        rest = rest.subarray(part.length);
        left -= part.length;
        if (!failed.has(output)) await write(output, part, gone.signal);
      }
    }
  }
}

/**
 * A reader that has gone takes nothing more; whoever owns the output hears of it. One that does not
 * read is waited for only as long as the stream is there.
 */
async function write(
  output: NodeJS.WritableStream,
  part: Buffer,
  signal: AbortSignal,
): Promise<void> {
  if (!output.write(part)) await once(output, "drain", { signal }).catch(() => undefined);
}
