import { PacketReader } from "./pkt-line.ts";

const DATA = 1;

/**
 * Reads what receive-pack answers: its refs up to a flush, then the side band, whose first channel
 * carries the report (gitprotocol-pack(5), "Report Status").
 */
export class PushReport {
  /** For each ref of the report why it was refused; undefined: it was accepted. */
  readonly outcomes = new Map<string, string | undefined>();
  readonly #packets = new PacketReader();
  readonly #report = new PacketReader();
  #isAdvertised = false;
  #unpacked = "ok";

  read(chunk: Buffer): void {
    for (const packet of this.#packets.read(chunk)) {
      if (packet === undefined) this.#isAdvertised = true;
      else if (this.#isAdvertised && packet[0] === DATA) this.#readReport(packet.subarray(1));
    }
  }

  #readReport(chunk: Buffer): void {
    for (const packet of this.#report.read(chunk)) {
      if (packet !== undefined) this.#readLine(packet.toString("utf8").replace(/\n$/, ""));
    }
  }

  #readLine(line: string): void {
    const [word, name = "", ...reason] = line.split(" ");
    if (word === "unpack") this.#unpacked = line.slice("unpack ".length);
    else if (word === "ok") this.outcomes.set(name, undefined);
    else if (word === "ng") this.outcomes.set(name, this.#refusal(reason.join(" ")));
  }

  /** git says of each ref only that the pack is bad, and once what is bad about it. */
  #refusal(reason: string): string {
    return this.#unpacked === "ok" ? reason : `${reason}: ${this.#unpacked}`;
  }
}
