import { hash } from "node:crypto";

import type { Blob, BlobStore } from "../files/blob-store.ts";
import { count, list, pair, text } from "./field.ts";
import { snapshotInvalid, TAMPERED } from "./snapshot-invalid.ts";

/** The SHA-256 of a content, in hexadecimal, and its size. */
export type StoredContent = readonly [digest: string, size: number];

/** Contents by what is in them: equal ones are kept once. */
export class ContentList {
  readonly bytes: Uint8Array[] = [];
  readonly stored: StoredContent[] = [];
  readonly #blobs: BlobStore;
  readonly #known = new Map<Blob, number>();
  readonly #numbers = new Map<string, number>();

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  /** The number by which the manifest names a content. */
  numberOf(blob: Blob): number {
    const known = this.#known.get(blob);
    if (known !== undefined) return known;
    const bytes = this.#blobs.get(blob);
    const digest = hash("sha256", bytes, "hex");
    const number = this.#numbers.get(digest) ?? this.#add(digest, bytes);
    this.#known.set(blob, number);
    return number;
  }

  #add(digest: string, bytes: Uint8Array): number {
    const number = this.bytes.push(bytes) - 1;
    this.stored.push([digest, bytes.length]);
    this.#numbers.set(digest, number);
    return number;
  }
}

const storedContents = list(pair(text, count()));

/** The contents behind a manifest, each of which must be what it is named by. */
export function takeContents(
  stored: unknown,
  bytes: Uint8Array,
  blobs: BlobStore,
): readonly Blob[] {
  const named = storedContents(stored, "its list of contents");
  const total = named.reduce((sum, [, size]) => sum + size, 0);
  if (total > bytes.length) throw snapshotInvalid("it is cut off");
  if (total < bytes.length) throw snapshotInvalid("there is more in it than it should have");
  let at = 0;
  return named.map(([digest, size]) => {
    const content = bytes.subarray(at, at + size);
    at += size;
    if (hash("sha256", content, "hex") !== digest) throw snapshotInvalid(TAMPERED);
    return blobs.put(content);
  });
}
