import type { Input, Running } from "./command.ts";

/** An input of which a command may leave something: GNU's programs read a buffer at a time. */
export class ReadAhead implements Input {
  readonly #input: Input;
  readonly #buffer: number;
  #taken = 0;

  /** `buffer` is how many bytes the program asks for at once; with 1 it takes no more than it needs. */
  constructor(input: Input, buffer = 4096) {
    this.#input = input;
    this.#buffer = buffer;
  }

  *read(): Running<Uint8Array | undefined> {
    const chunk = yield* this.#input.read();
    this.#taken += chunk?.length ?? 0;
    return chunk;
  }

  /**
   * Leaves what was read and not used: in a file the program seeks back to it when it ends, if it
   * `seeks`; from a pipe the rest of the buffer is lost.
   */
  leave(rest: Uint8Array, { seeks = true }: { readonly seeks?: boolean } = {}): void {
    const used = this.#taken - rest.length;
    const isBack = seeks && this.#input.isSeekable === true;
    const lost = isBack ? 0 : Math.ceil(used / this.#buffer) * this.#buffer - used;
    this.#input.giveBack?.(rest.subarray(lost));
  }
}
