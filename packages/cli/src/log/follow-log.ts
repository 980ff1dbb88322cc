import { setTimeout as sleep } from "node:timers/promises";

/** From one look to the next, in milliseconds. */
const PERIOD = 1_000;

/** Shows what there is, again and again, until `signal` aborts: that is its ordinary end. */
export async function followLog(show: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await show();
      await sleep(PERIOD, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
