import type { Blob, BlobStore } from "./blob-store.ts";
import type { OpenFile, OpenHow, OpenStatus } from "./files.ts";

const CHUNK = 65_536;

/** What a handle needs of the file system that it belongs to. Keys are paths without links. */
export interface HandleOwner {
  contentAt(key: string): Blob;
  /** Puts new content into a file that is there; the limits have been judged. */
  replaceContent(key: string, blob: Blob): void;
  judge(size: number, growth: number): void;
  readonly blobs: BlobStore;
}

/** An open file. One that was removed meanwhile keeps what it held, and swallows what is written. */
export class OpenHandle implements OpenFile {
  readonly #owner: HandleOwner;
  readonly #how: OpenHow;
  readonly #closed: (handle: OpenHandle) => void;
  #position = 0;
  #kept: Blob | undefined;
  key: string;

  constructor(
    key: string,
    how: OpenHow,
    { owner, closed }: { owner: HandleOwner; closed: (handle: OpenHandle) => void },
  ) {
    this.key = key;
    this.#how = how;
    this.#owner = owner;
    this.#closed = closed;
  }

  /** Its file is about to go. */
  detach(): void {
    this.#kept ??= this.#owner.contentAt(this.key);
  }

  read(length = CHUNK): Uint8Array | undefined {
    const blob = this.#kept ?? this.#owner.contentAt(this.key);
    if (this.#position >= blob.size) return undefined;
    const start = this.#position;
    this.#position = Math.min(start + length, blob.size);
    return this.#owner.blobs.get(blob).subarray(start, this.#position);
  }

  write(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#kept !== undefined) return;
    const blob = this.#owner.contentAt(this.key);
    const start = this.#how.append === true ? blob.size : this.#position;
    const size = Math.max(blob.size, start + bytes.length);
    this.#owner.judge(size, size - blob.size);
    this.#owner.replaceContent(this.key, this.#written(blob, { bytes, start, size }));
    this.#position = start + bytes.length;
  }

  #written(
    blob: Blob,
    { bytes, start, size }: { bytes: Uint8Array; start: number; size: number },
  ): Blob {
    if (start === blob.size) return this.#owner.blobs.append(blob, bytes);
    const whole = new Uint8Array(size);
    whole.set(this.#owner.blobs.get(blob));
    whole.set(bytes, start);
    return this.#owner.blobs.put(whole);
  }

  status(): OpenStatus {
    const isThere = this.#kept === undefined;
    const { size } = this.#kept ?? this.#owner.contentAt(this.key);
    return { size, position: this.#position, path: isThere ? this.key : undefined };
  }

  seek(position: number): void {
    this.#position = position;
  }

  close(): void {
    this.#closed(this);
  }
}

const isAtOrBelow = (key: string, top: string): boolean => key === top || key.startsWith(`${top}/`);

/** The open files of one file system: they follow what happens to their paths. */
export class OpenHandles {
  #all: Set<OpenHandle> | undefined;

  open(key: string, how: OpenHow, owner: HandleOwner): OpenFile {
    const closed = (handle: OpenHandle): void => void this.#all?.delete(handle);
    const handle = new OpenHandle(key, how, { owner, closed });
    this.#all ??= new Set();
    this.#all.add(handle);
    return handle;
  }

  /** What is at `top` or below it is about to be gone. */
  removed(top: string): void {
    for (const handle of this.#at(top)) {
      handle.detach();
      this.#all?.delete(handle);
    }
  }

  moved(from: string, to: string): void {
    for (const handle of this.#at(from)) handle.key = to + handle.key.slice(from.length);
  }

  *#at(top: string): Iterable<OpenHandle> {
    for (const handle of this.#all ?? []) if (isAtOrBelow(handle.key, top)) yield handle;
  }
}
