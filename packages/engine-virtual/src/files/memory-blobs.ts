import type { Blob, BlobStore } from "./blob-store.ts";

/** Bytes that blobs share: each sees the first `size` of them, so whoever ends at `used` may add. */
interface Backing {
  readonly bytes: Uint8Array;
  used: number;
}

interface MemoryBlob extends Blob {
  readonly backing: Backing;
}

/** A view would keep alive all that it is a part of, such as Node's pool or a whole pipe's chunk. */
const alone = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();

const roomFor = (size: number): number => size + Math.min(size, 1 << 20);

function grown(blob: MemoryBlob, size: number): Backing {
  const bytes = new Uint8Array(roomFor(size));
  bytes.set(blob.backing.bytes.subarray(0, blob.size));
  return { bytes, used: blob.size };
}

/** Keeps content in memory. A file that grows piece by piece is copied only when its room is used up. */
export const memoryBlobs: BlobStore<MemoryBlob> = {
  put: (bytes) => ({ size: bytes.length, backing: { bytes: alone(bytes), used: bytes.length } }),

  append(blob, bytes) {
    const size = blob.size + bytes.length;
    const { backing } = blob;
    const fits = backing.used === blob.size && backing.bytes.length >= size;
    const target = fits ? backing : grown(blob, size);
    target.bytes.set(bytes, blob.size);
    target.used = size;
    return { size, backing: target };
  },

  get({ backing, size }) {
    return backing.bytes.length === size ? backing.bytes : backing.bytes.subarray(0, size);
  },
};
