import { setImmediate } from "node:timers/promises";

import type { Running } from "../commands/command.ts";
import { Unnested } from "../shell/run/nested.ts";

/** The time of a call is up, or it was aborted. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly isTimeout: boolean;

  constructor(isTimeout: boolean) {
    super(isTimeout ? "time is up" : "aborted");
    this.isTimeout = isTimeout;
  }
}

export interface Stop {
  /** By `performance.now()`. */
  readonly at: number;
  readonly signal: AbortSignal;
  readonly isAborted: boolean;
}

/** The longest time of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** How long the event loop may wait, in milliseconds. */
const SLICE = 5;

/** Runs to the end at one go. Whatever waits for a promise cannot. */
export function driveSync(work: Running<number>, stop: Stop): number {
  const running = new Unnested(work);
  return whole(running, () => {
    for (;;) {
      const { done, value } = running.next();
      if (done === true) return value;
      if (value instanceof Promise) throw new TypeError("a promise reached executeSync");
      check(stop);
    }
  });
}

/** The same in slices, between which the event loop goes on. */
export async function drive(work: Running<number>, stop: Stop): Promise<number> {
  const running = new Unnested(work);
  let sliceEnd = performance.now() + SLICE;
  try {
    for (;;) {
      const { done, value } = running.next();
      if (done === true) return value;
      check(stop);
      if (value instanceof Promise) await settled(value, stop);
      else if (performance.now() > sliceEnd) await setImmediate();
      else continue;
      check(stop);
      sliceEnd = performance.now() + SLICE;
    }
  } catch (error) {
    running.return();
    throw error;
  }
}

function whole(running: Unnested, work: () => number): number {
  try {
    return work();
  } catch (error) {
    running.return();
    throw error;
  }
}

function check(stop: Stop): void {
  if (performance.now() > stop.at) throw new Stopped(true);
  if (stop.isAborted) throw new Stopped(false);
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
