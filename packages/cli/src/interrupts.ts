import { SandboxError } from "@agent-sandbox/core";

/** What can end a command from outside. */
export interface Interrupts extends Disposable {
  /** Aborts with INTERRUPTED or TIMED_OUT. */
  readonly signal: AbortSignal;
  /** From here on signals are somebody else's; the time limit still holds. */
  handOver(): void;
}

/**
 * Aborts when the person interrupts, when the system ends this process, or after `timeLimit`
 * milliseconds; until disposed. One controller and one timer, since a signal of `AbortSignal.any`
 * that nobody else holds may be collected before it fires.
 */
export function listenForInterrupts(timeLimit?: number): Interrupts {
  const controller = new AbortController();
  const interrupt = () => {
    controller.abort(new SandboxError("INTERRUPTED", "Cannot go on: interrupted"));
  };
  const timer =
    timeLimit === undefined
      ? undefined
      : setTimeout(() => {
          controller.abort(timedOut());
        }, timeLimit);
  // Not "once": a library that finds no other listener left would end the process at once.
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt).on("SIGHUP", interrupt);
  const handOver = () => {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt).off("SIGHUP", interrupt);
  };
  return {
    signal: controller.signal,
    handOver,
    [Symbol.dispose]() {
      handOver();
      clearTimeout(timer);
    },
  };
}

function timedOut(): SandboxError {
  return new SandboxError("TIMED_OUT", "Cannot finish the command: its time limit has passed", {
    hint: "Give it longer with --timeout",
  });
}
