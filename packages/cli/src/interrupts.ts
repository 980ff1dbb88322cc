import { SandboxError, type Stdio } from "@agent-sandbox/core";

const INTERRUPTING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What can end a command from outside. */
export interface Interrupts extends Disposable {
  /** Aborts with INTERRUPTED or TIMED_OUT. */
  readonly signal: AbortSignal;
  /** Signals are somebody else's until the returned function is called; the time limit still holds. */
  handOver(): () => void;
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
  const listen = () => {
    for (const name of INTERRUPTING) process.on(name, interrupt);
  };
  const stop = () => {
    for (const name of INTERRUPTING) process.off(name, interrupt);
  };
  listen();
  return {
    signal: controller.signal,
    handOver() {
      stop();
      return listen;
    },
    [Symbol.dispose]() {
      stop();
      clearTimeout(timer);
    },
  };
}

function timedOut(): SandboxError {
  return new SandboxError("TIMED_OUT", "Cannot finish the command: its time limit has passed", {
    hint: "Give it longer with --timeout",
  });
}

/**
 * While the command listens for signals, they are its own and interrupt nothing. At no time does
 * nobody listen: the system would end this process, and what it was about to do would not be done.
 */
export function handingOver(interrupts: Interrupts, stdio: Stdio): Stdio {
  return {
    ...stdio,
    signals: {
      onSignal(listener) {
        const stop = stdio.signals.onSignal(listener);
        const takeBack = interrupts.handOver();
        return () => {
          takeBack();
          stop();
        };
      },
    },
  };
}
