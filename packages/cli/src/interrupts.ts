import { SandboxError } from "@agent-sandbox/core";

export interface Interrupts extends Disposable {
  /** Aborts with INTERRUPTED when the person interrupts or the system ends this process. */
  readonly signal: AbortSignal;
}

/** Listens until disposed; a second interrupt then ends the process as usual. */
export function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(new SandboxError("INTERRUPTED", "Cannot go on: interrupted"));
  };
  process.once("SIGINT", abort).once("SIGTERM", abort).once("SIGHUP", abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off("SIGINT", abort).off("SIGTERM", abort).off("SIGHUP", abort);
    },
  };
}
