import { EMPTY_INPUT } from "../commands/empty-input.ts";
import type { Running } from "../commands/command.ts";
import { pause } from "../commands/system/pause.ts";
import { FileError } from "../files/errors.ts";
import { SharedInput } from "../shell/io/shared-input.ts";
import type { World } from "../shell/world.ts";

/** How long nobody looks whether a pipe has something, in milliseconds. */
const LOOK = 5;

/** An input that is read until a moment and no longer: what comes later is the next reader's. */
export class TimedInput extends SharedInput {
  readonly #input: SharedInput;
  readonly #world: World;
  readonly #until: number;
  /** Whether its time was over before it was at its end. */
  isLate = false;

  constructor(input: SharedInput, world: World, until: number) {
    super(EMPTY_INPUT);
    this.#input = input;
    this.#world = world;
    this.#until = until;
  }

  override *read(): Running<Uint8Array | undefined> {
    const reading = this.#input.read();
    try {
      for (;;) {
        const { done, value } = reading.next();
        if (done === true) return value;
        const left = this.#until - this.#world.now();
        if (left <= 0) break;
        if (value === "wait" && this.#world.canWait()) yield* pause(Math.min(left, LOOK));
        else if (value instanceof Promise) yield Promise.race([value, afterwards(left)]);
        else yield value;
      }
    } finally {
      reading.return(undefined);
    }
    this.isLate = true;
    return undefined;
  }

  override giveBack(rest: Uint8Array): void {
    this.#input.giveBack(rest);
  }
}

const afterwards = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

/** Whether something can be read without waiting: bytes, or the end. */
export function isReadable(input: SharedInput): boolean {
  const reading = input.read();
  try {
    for (;;) {
      const { done, value } = reading.next();
      if (done === true) {
        if (value !== undefined) input.giveBack(value);
        return true;
      }
      if (value !== undefined) return false;
    }
  } catch (error) {
    // What cannot be read is told at once.
    if (error instanceof FileError) return true;
    throw error;
  } finally {
    reading.return(undefined);
  }
}
