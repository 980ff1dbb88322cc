import type { Context } from "./engine-ports.ts";
import { listenForInterrupts } from "./interrupts.ts";

/** How long a command that has ended may be held up by it, in milliseconds. */
const PATIENCE = 5_000;

/**
 * Brings what was pushed into the audit record once a command has ended, however it did. An interrupt
 * leaves at once, and so does the end of patience: the gate still knows what was not collected, and
 * whoever comes next collects it. Fails with AUDIT_FAILED.
 */
export async function collectAtEnd(
  workspaceHash: string,
  context: Omit<Context, "signal">,
): Promise<void> {
  using ending = listenForInterrupts(PATIENCE);
  const { signal } = ending;
  // Loaded when it is needed: a sandbox in bind mode pushes nothing.
  const { collectAllPushes } = await import("./collect-pushes.ts");
  const collecting = collectAllPushes({ ...context, signal }, workspaceHash);
  await collecting.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
