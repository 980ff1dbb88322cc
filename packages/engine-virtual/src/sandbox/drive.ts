import { setImmediate } from "node:timers/promises";

import type { Nested, Tick } from "../commands/command.ts";
import { MemoryWatch } from "./memory-watch.ts";

type Reason = "time is up" | "aborted" | "every command waits for another one";

/** Why a call does not go on. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/** What can be driven: one step after the other, until it is done. */
export interface Steps {
  next(): IteratorResult<Exclude<Tick, Nested>, number>;
  /** Ends it before. */
  return(): void;
}

export interface Stop {
  /** By `performance.now()`. */
  readonly at: number;
  readonly signal: AbortSignal;
  readonly isAborted: boolean;
  /** Bytes by which the process may grow meanwhile. */
  readonly maxMemory: number;
}

/** The longest time of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
/** More rounds in which nothing can go on than a pipeline has commands: nothing ever will. */
const STUCK = 10_000;

/** How long the event loop may wait, in milliseconds. */
const SLICE = 5;

/** Runs to the end at one go. Whatever waits for a promise cannot. */
export function driveSync(running: Steps, stop: Stop): number {
  const patience = new Patience();
  const from = performance.now();
  const memory = new MemoryWatch(stop.maxMemory, from);
  let sliceEnd = from + SLICE;
  for (;;) {
    const { done, value } = running.next();
    if (done === true) return value;
    if (value instanceof Promise) throw new TypeError("a promise reached executeSync");
    const now = check(stop);
    patience.see(value);
    if (now <= sliceEnd) continue;
    memory.check(now);
    sliceEnd = now + SLICE;
  }
}

/** The same in slices, between which the event loop goes on. Whoever drives it ends what is left of it. */
export async function drive(running: Steps, stop: Stop): Promise<number> {
  const patience = new Patience();
  const from = performance.now();
  const memory = new MemoryWatch(stop.maxMemory, from);
  let sliceEnd = from + SLICE;
  for (;;) {
    const { done, value } = running.next();
    if (done === true) return value;
    const now = check(stop);
    patience.see(value);
    if (!(value instanceof Promise) && now <= sliceEnd) continue;
    memory.check(now);
    await (value instanceof Promise ? settled(value, stop) : setImmediate());
    check(stop);
    sliceEnd = performance.now() + SLICE;
  }
}

/** Sees when nothing can go on any more. */
class Patience {
  #idle = 0;

  see(value: Tick): void {
    this.#idle = value === "wait" ? this.#idle + 1 : 0;
    if (this.#idle > STUCK) throw new Stopped("every command waits for another one");
  }
}

/** Throws where it is time to stop; what time it is. */
function check(stop: Stop): number {
  const now = performance.now();
  if (now > stop.at) throw new Stopped("time is up");
  if (stop.isAborted) throw new Stopped("aborted");
  return now;
}

/** Until the promise has an answer, whatever it is, or it is time to stop. */
async function settled(promise: Promise<unknown>, { at, signal }: Stop): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const end = () => resolve(undefined);
  const timer = setTimeout(end, Math.min(LONGEST, Math.max(0, at - performance.now() + 1)));
  signal.addEventListener("abort", end);
  try {
    await Promise.race([promise.then(end, end), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}
