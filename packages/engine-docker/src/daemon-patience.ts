import { SandboxError } from "@agent-sandbox/core";

/** How long the daemon may take for what it should answer at once, in milliseconds. */
const PATIENCE = 15_000;

/**
 * What the daemon answers. Rejects with the reason of `signal` once that is aborted, and with
 * ENGINE_UNAVAILABLE where the daemon stays silent. `call` hands on the signal that it is given;
 * after the answer nothing aborts that one any more, so that a stream may outlive both.
 */
export async function answerTo<T>(
  call: (abortSignal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => {
    controller.abort();
  };
  const timer = setTimeout(giveUp, PATIENCE);
  signal?.addEventListener("abort", giveUp);
  try {
    return await call(controller.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw controller.signal.aborted ? silent(error) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

function silent(cause: unknown): SandboxError {
  return new SandboxError("ENGINE_UNAVAILABLE", "Cannot reach Docker: it does not answer", {
    hint: 'See what holds it up ("journalctl -u docker"), and restart it',
    cause,
  });
}
