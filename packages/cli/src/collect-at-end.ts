import type { CollectRequest } from "./collect-events.ts";
import type { Context } from "./engine-ports.ts";
import { listenForInterrupts } from "./interrupts.ts";

/** How long a command that has ended may be held up by it, in milliseconds. */
const PATIENCE = 5_000;

/**
 * Brings what was pushed and refused into the audit record once a command has ended, however it did.
 * An interrupt leaves at once, and so does the end of patience: the gate and the sandbox still know
 * what was not collected, and whoever comes next collects it. Fails with AUDIT_FAILED.
 */
export async function collectAtEnd(
  request: CollectRequest,
  context: Omit<Context, "signal">,
): Promise<void> {
  using ending = listenForInterrupts(PATIENCE);
  const { signal } = ending;
  // Loaded when it is needed: most commands are short, and in bind mode nothing is pushed.
  const { collectEvents } = await import("./collect-events.ts");
  const collecting = collectEvents({ ...context, signal }, request);
  await collecting.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
