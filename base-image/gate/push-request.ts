import { PacketReader } from "./pkt-line.ts";

/** What a push asks for one ref (gitprotocol-pack(5), "Reference Update Request"). */
export interface RefUpdate {
  readonly ref: string;
  readonly old: string;
  readonly new: string;
}

const MOST_BYTES = 1024 ** 2;
const MOST_UPDATES = 500;

/**
 * Reads the head of a push, which git gets only when it is whole and of the kind that every git
 * sends: no certificate (receive-pack would start gpg on it), no push options, and a report in the
 * side band, from which the gate knows what became of each ref.
 */
export class PushRequest {
  readonly updates: RefUpdate[] = [];
  /** All bytes of it, and those that came after it. */
  #bytes: Buffer = Buffer.alloc(0);
  readonly #packets = new PacketReader();

  /** The bytes to give to git, once the request is whole. Throws a sentence about what cannot be. */
  read(chunk: Buffer): Buffer | undefined {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (const packet of this.#packets.read(chunk)) {
      if (packet === undefined) return this.#bytes;
      this.#readLine(packet.toString("utf8"));
    }
    if (this.#bytes.length > MOST_BYTES) throw new Error("it asks for too much");
    return undefined;
  }

  #readLine(line: string): void {
    if (/^shallow [0-9a-f]{40,64}\n?$/.test(line)) return;
    if (line.startsWith("push-cert")) throw new Error("it is signed, which is not taken here");
    const [command = "", capabilities = ""] = line.split("\0");
    if (this.updates.length === 0) checkCapabilities(capabilities);
    this.updates.push(parseUpdate(command));
    if (this.updates.length > MOST_UPDATES) throw new Error("it asks for too many refs");
  }
}

function parseUpdate(command: string): RefUpdate {
  const [, old, wanted, ref] =
    /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([^\n]+)\n?$/.exec(command) ?? [];
  if (old === undefined || wanted === undefined || ref === undefined) {
    throw new Error("it is not git's protocol");
  }
  return { ref, old, new: wanted };
}

function checkCapabilities(text: string): void {
  const names = text.trim().split(" ");
  if (names.includes("push-options")) throw new Error("it has push options, which are not taken");
  if (
    !names.includes("side-band-64k") ||
    !names.some((name) => /^report-status(-v2)?$/.test(name))
  ) {
    throw new Error("it does not take a report");
  }
}
