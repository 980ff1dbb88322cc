/** One packet of git's protocol (gitprotocol-common(5), "pkt-line Format"); undefined is a flush. */
export type Packet = Buffer | undefined;

/** What a packet holds at most, its length included. */
const LONGEST = 65_520;

/** Takes a stream apart into packets, however it was cut. */
export class PacketReader {
  #rest: Buffer = Buffer.alloc(0);

  /** What has come and is no whole packet yet. */
  get rest(): Buffer {
    return this.#rest;
  }

  /**
   * The packets that are complete with this, one after the other: who stops in between finds what
   * follows in `rest`. Throws at what is no packet.
   */
  *read(chunk: Buffer): Generator<Packet> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      if (this.#rest.length < 4) return;
      const length = lengthOf(this.#rest);
      if (this.#rest.length < length) return;
      const packet = length === 0 ? undefined : this.#rest.subarray(4, length);
      this.#rest = this.#rest.subarray(length === 0 ? 4 : length);
      yield packet;
    }
  }
}

function lengthOf(start: Buffer): number {
  const digits = start.toString("latin1", 0, 4);
  const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  if (length !== 0 && (length < 4 || length > LONGEST)) throw new Error("not git's protocol");
  return length;
}

export function printPacket(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
}

export const FLUSH = Buffer.from("0000");
