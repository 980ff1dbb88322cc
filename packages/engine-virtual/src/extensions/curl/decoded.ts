import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const DECODERS = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
  "x-gzip": createGunzip,
} as const;

const isKnown = (encoding: string): encoding is keyof typeof DECODERS =>
  Object.hasOwn(DECODERS, encoding);

/** A body as it comes, or unpacked where that was asked for; piece by piece, so that limits hold on the way. */
export function decoded(response: IncomingMessage, unpacks: boolean): AsyncIterable<Uint8Array> {
  const encoding = response.headers["content-encoding"]?.toLowerCase() ?? "";
  if (!unpacks || !isKnown(encoding)) return response;
  return pipeline(response, DECODERS[encoding](), () => undefined);
}
