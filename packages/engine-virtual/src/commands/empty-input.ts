import type { Input } from "./command.ts";

/** Nothing to read. */
export const EMPTY_INPUT: Input = {
  *read() {
    yield;
    return undefined;
  },
};
