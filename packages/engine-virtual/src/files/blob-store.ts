/** The content of one file as its store keeps it. It never changes. */
export interface Blob {
  readonly size: number;
}

/**
 * Where the content of files is kept. A store gives its blobs out as handles and may forget one that
 * nothing refers to any more.
 */
export interface BlobStore<Kept extends Blob = Blob> {
  /** Keeps `bytes`, which nobody changes afterwards. */
  put(bytes: Uint8Array): Kept;
  /** `blob` with `bytes` behind it. */
  append(blob: Kept, bytes: Uint8Array): Kept;
  get(blob: Kept): Uint8Array;
}
