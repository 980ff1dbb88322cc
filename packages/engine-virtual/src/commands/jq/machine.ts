import type { Invocation, Running } from "../command.ts";
import type { Json } from "./json.ts";

/** How many steps are taken without a look at the clock: one of them may be long. */
const STEPS = 8;

/** Milliseconds without a tick. */
const SLICE = 2;

/** Where the inputs of a program come from. */
export interface Inputs {
  next(): Running<Json | undefined>;
  /** The file that is read, and how far. */
  readonly name: string | undefined;
  readonly lines: number;
}

/** What a running program shares. */
export class Machine {
  readonly invocation: Invocation;
  readonly inputs: Inputs;
  #left = STEPS;
  #sliceEnd = 0;

  constructor(invocation: Invocation, inputs: Inputs) {
    this.invocation = invocation;
    this.inputs = inputs;
  }

  /** Counts a step; true where it is time for a tick. */
  isTime(): boolean {
    this.#left -= 1;
    if (this.#left > 0) return false;
    this.#left = STEPS;
    const now = performance.now();
    if (now < this.#sliceEnd) return false;
    this.#sliceEnd = now + SLICE;
    return true;
  }
}
