import type { Socket } from "node:net";

/** What comes over a socket, by numbers of bytes; disposed, it gives back what it has not handed out. */
export class ByteReader implements Disposable {
  readonly #socket: Socket;
  #kept: Buffer = Buffer.alloc(0);
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", this.#add).on("end", this.#end).on("close", this.#end);
    socket.resume();
  }

  /** The next bytes, no more of them. Fails where they do not come. */
  async take(count: number): Promise<Buffer> {
    while (this.#kept.length < count) {
      if (this.#isOver) throw new Error("broken off");
      // By events alone: "readable" comes at once for what is there, and would come again for ever.
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#kept.subarray(0, count);
    this.#kept = this.#kept.subarray(count);
    return taken;
  }

  [Symbol.dispose](): void {
    this.#socket.pause();
    this.#socket.off("data", this.#add).off("end", this.#end).off("close", this.#end);
    if (this.#kept.length > 0 && !this.#isOver) this.#socket.unshift(this.#kept);
  }

  readonly #add = (chunk: Buffer) => {
    this.#kept = Buffer.concat([this.#kept, chunk]);
    this.#wake();
  };

  readonly #end = () => {
    this.#isOver = true;
    this.#wake();
  };
}
