import type { Typed } from "./typed-lines.ts";

interface TypedInputPorts {
  readonly next: () => Promise<Typed>;
  /** Ctrl-C. */
  readonly interrupt: () => void;
}

/**
 * What a command reads of a terminal: a line at a time. Ctrl-D is an end, after which whoever reads on
 * waits again, as on every terminal.
 */
export function typedInput({ next, interrupt }: TypedInputPorts): AsyncIterable<Uint8Array> {
  const read = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    const typed = await next();
    if (typed.kind === "interrupt") interrupt();
    if (typed.kind !== "line") return { done: true, value: undefined };
    return { value: Buffer.from(`${typed.text}\n`) };
  };
  return { [Symbol.asyncIterator]: () => ({ next: read }) };
}
