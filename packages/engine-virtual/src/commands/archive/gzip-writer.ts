import { constants, crc32, deflateRawSync } from "node:zlib";
import { encodeText } from "../../shell/text.ts";

/** How far back deflate looks. */
const WINDOW = 32_768;

export interface GzipHeader {
  readonly level: number;
  /** As it is kept in the archive. */
  readonly name?: string;
  /** Milliseconds since 1970; 0 for none. */
  readonly modified?: number;
}

function headerOf({ level, name = "", modified = 0 }: GzipHeader): Buffer {
  const header = Buffer.alloc(10);
  header.set([0x1f, 0x8b, 8, name === "" ? 0 : 8]);
  header.writeUInt32LE(Math.floor(modified / 1_000) >>> 0, 4);
  header[8] = level === 9 ? 2 : level === 1 ? 4 : 0;
  header[9] = 3;
  return name === "" ? header : Buffer.concat([header, encodeText(`${name}\0`)]);
}

/** One member of a gzip file (RFC 1952), made piece by piece: each but the last ends at a byte, as after a flush. */
export class GzipWriter {
  readonly #header: GzipHeader;
  #window: Uint8Array = new Uint8Array(0);
  /** What came last, as it may be the end. */
  #last: Uint8Array = new Uint8Array(0);
  #crc = 0;
  #length = 0;

  constructor(header: GzipHeader) {
    this.#header = header;
  }

  /** Bytes that went in. */
  get length(): number {
    return this.#length;
  }

  start(): Uint8Array {
    return headerOf(this.#header);
  }

  add(bytes: Uint8Array): Uint8Array {
    this.#crc = crc32(bytes, this.#crc);
    this.#length += bytes.length;
    const before = this.#last;
    this.#last = bytes;
    if (before.length === 0) return before;
    const packed = this.#deflated(before, constants.Z_SYNC_FLUSH);
    this.#window = windowAfter(this.#window, before);
    return packed;
  }

  end(): Uint8Array {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#crc);
    trailer.writeUInt32LE(this.#length >>> 0, 4);
    return Buffer.concat([this.#deflated(this.#last, constants.Z_FINISH), trailer]);
  }

  #deflated(bytes: Uint8Array, finishFlush: number): Uint8Array {
    const dictionary = this.#window.length > 0 ? { dictionary: this.#window } : {};
    return deflateRawSync(bytes, { level: this.#header.level, finishFlush, ...dictionary });
  }
}

/** The last bytes of all that went in. */
function windowAfter(window: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (bytes.length >= WINDOW) return bytes.subarray(bytes.length - WINDOW);
  const all = Buffer.concat([window, bytes]);
  return all.subarray(Math.max(0, all.length - WINDOW));
}
