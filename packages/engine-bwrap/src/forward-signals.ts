import type { ForwardedSignal, SignalSource } from "@agent-sandbox/core";

import { commandOf, send } from "./process-tree.ts";

/** Between being asked to end and being killed, in milliseconds. */
const GRACE = 10_000;

/** The terminal itself sends these to all that works on it. */
const OF_TERMINAL: ReadonlySet<ForwardedSignal> = new Set(["SIGINT", "SIGQUIT"]);

/** These ask a command to end. */
const ENDING: ReadonlySet<ForwardedSignal> = new Set(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]);

interface Forwarding {
  readonly signals: SignalSource;
  readonly isTerminal: boolean;
  /** The sandbox's first process, once it is known. */
  readonly first: () => number | undefined;
  /** Ends everything, also where that process has not been made yet. */
  readonly killAll: () => void;
}

export interface Forwarded extends Disposable {
  /** Whether the command was killed, because it did not end or was asked twice. */
  readonly wasKilled: () => boolean;
  /** Asks the command to end, and kills it if it does not. */
  readonly end: () => void;
  /** Ends everything in the sandbox at once. */
  readonly kill: () => void;
}

/**
 * Hands signals on to the command of a sandbox, until it is disposed. One that asks it to end gives it
 * ten seconds; a second one ends everything in the sandbox at once.
 */
export function forwardSignals({ signals, isTerminal, first, killAll }: Forwarding): Forwarded {
  let timer: NodeJS.Timeout | undefined;
  let isKilled = false;
  const kill = () => {
    isKilled = true;
    killAll();
  };
  const forward = (name: ForwardedSignal) => {
    if (isTerminal && OF_TERMINAL.has(name)) return;
    if (name === "SIGKILL" || (timer !== undefined && ENDING.has(name))) {
      kill();
      return;
    }
    const pid = first();
    const command = pid === undefined ? undefined : commandOf(pid);
    if (command === undefined) {
      // Nothing of the command has begun, and a namespace's first process heeds no other signal.
      if (ENDING.has(name)) kill();
      return;
    }
    if (ENDING.has(name)) timer = setTimeout(kill, GRACE).unref();
    send(command, name);
  };
  const stop = signals.onSignal(forward);
  return {
    wasKilled: () => isKilled,
    end: () => {
      forward("SIGTERM");
    },
    kill,
    [Symbol.dispose]() {
      clearTimeout(timer);
      stop();
    },
  };
}
