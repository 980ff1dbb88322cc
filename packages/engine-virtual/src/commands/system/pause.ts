import type { Running } from "../command.ts";

/** What a timer of Node can hold. */
const LONGEST = 2 ** 31 - 1;

/** Waits for some milliseconds, while others run; its timer goes when it is ended before. */
export function* pause(milliseconds: number): Running<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST), undefined);
  try {
    yield promise;
  } finally {
    clearTimeout(timer);
  }
}
