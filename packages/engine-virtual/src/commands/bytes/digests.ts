import { createHash } from "node:crypto";

import type { Input, Running } from "../command.ts";

/** One way of summing up bytes, by its names here and in Node. */
export interface Digest {
  /** As `--tag` writes it. */
  readonly tag: string;
  readonly node: string;
  readonly length: number;
}

export const DIGESTS = {
  md5sum: { tag: "MD5", node: "md5", length: 32 },
  sha1sum: { tag: "SHA1", node: "sha1", length: 40 },
  sha224sum: { tag: "SHA224", node: "sha224", length: 56 },
  sha256sum: { tag: "SHA256", node: "sha256", length: 64 },
  sha384sum: { tag: "SHA384", node: "sha384", length: 96 },
  sha512sum: { tag: "SHA512", node: "sha512", length: 128 },
  b2sum: { tag: "BLAKE2b", node: "blake2b512", length: 128 },
} as const satisfies Readonly<Record<string, Digest>>;

export function* digestOf(input: Input, { node }: Digest): Running<string> {
  const hash = createHash(node);
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    hash.update(chunk);
    yield;
    chunk = yield* input.read();
  }
  return hash.digest("hex");
}
