import { FileError } from "../../files/errors.ts";
import type { Input, Invocation, Running } from "../command.ts";
import { complainOf, openInput } from "../inputs.ts";

/** Several files as one input, as od reads them; what cannot be opened is said and left out. */
export class Concatenated implements Input {
  readonly #invocation: Invocation;
  readonly #operands: string[];
  #input: Input | undefined;
  status = 0;
  /** Whether anything could not be opened. */
  hasMissing = false;
  /** Whether anything could be opened. */
  isOpen = false;

  constructor(invocation: Invocation, operands: readonly string[]) {
    this.#invocation = invocation;
    this.#operands = (operands.length === 0 ? ["-"] : operands).toReversed();
  }

  *read(): Running<Uint8Array | undefined> {
    for (;;) {
      this.#input ??= this.#next();
      if (this.#input === undefined) return undefined;
      const chunk = yield* this.#input.read();
      if (chunk !== undefined) return chunk;
      this.#input = undefined;
    }
  }

  get isSeekable(): boolean {
    return this.#input?.isSeekable === true;
  }

  giveBack(rest: Uint8Array): void {
    this.#input?.giveBack?.(rest);
  }

  #next(): Input | undefined {
    for (;;) {
      const operand = this.#operands.pop();
      if (operand === undefined) return undefined;
      try {
        const input = openInput(this.#invocation, operand);
        this.isOpen = true;
        return input;
      } catch (error) {
        this.status = 1;
        // A directory can be opened, and not read.
        const isDirectory = error instanceof FileError && error.code === "EISDIR";
        this.isOpen ||= isDirectory;
        this.hasMissing ||= !isDirectory;
        complainOf(this.#invocation, operand, error);
      }
    }
  }
}
