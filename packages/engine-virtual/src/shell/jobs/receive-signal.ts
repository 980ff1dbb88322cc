import { SIGNALS } from "./signals.ts";
import type { Running } from "../../commands/command.ts";
import { runAction } from "../run/run-trap.ts";
import type { Shell } from "../shell.ts";
import type { Process } from "./process.ts";

const WITHOUT_EFFECT = new Set(["SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH"]);
const STOPS = new Set(["SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU"]);

export function statusOfSignal(signal: string): number {
  return 129 + SIGNALS.indexOf(signal.replace("SIG", ""));
}

/** A signal that a shell sends itself, or that has waited for its command to end; its status then. */
export function* receive(shell: Shell, signal: string): Running<void> {
  const action = shell.traps.get(signal);
  if (action === "" || (action === undefined && WITHOUT_EFFECT.has(signal))) return;
  if (action !== undefined && signal !== "SIGKILL") {
    const { status } = shell;
    yield* runAction(shell, action);
    if (shell.unwinding === undefined) shell.status = status;
    return;
  }
  if (signal === "SIGKILL") shell.traps = new Map();
  shell.unwinding = { type: "exit" };
  shell.status = statusOfSignal(signal);
}

/** What came while a command ran is seen to behind it. */
export function* receivePending(shell: Shell): Running<void> {
  const signals = shell.pending;
  shell.pending = [];
  for (const signal of signals) {
    yield* receive(shell, signal);
    if (shell.unwinding !== undefined) return;
  }
}

/** Sends a signal to another shell than the one that sends it. */
export function deliver(target: Shell, signal: string): void {
  const own = processOf(target);
  if (own !== undefined && signal === "SIGCONT") own.isStopped = false;
  switch (effectOf(target, signal)) {
    case "nothing":
      return;
    case "stop":
      if (own !== undefined) own.isStopped = true;
      return;
    case "trap":
      target.pending = [...target.pending, signal];
      return;
    case "end":
      end(target, signal, own);
  }
}

/** What it is the whole of; a script in the foreground of another is a part of that. */
function processOf(target: Shell): Process | undefined {
  const process = target.process ?? target.world.processes.find(1);
  return process?.shell === target ? process : undefined;
}

function end(target: Shell, signal: string, own: Process | undefined): void {
  // What it runs in the foreground, the sender too, goes on first.
  if (own === undefined || own === target.world.processes.current) {
    target.pending = [...target.pending, signal];
  } else {
    own.end(signal, statusOfSignal(signal));
  }
}

function effectOf({ traps }: Shell, signal: string): "nothing" | "stop" | "trap" | "end" {
  if (signal === "SIGKILL") return "end";
  if (signal === "SIGSTOP") return "stop";
  const action = traps.get(signal);
  if (action !== undefined) return action === "" ? "nothing" : "trap";
  if (WITHOUT_EFFECT.has(signal)) return "nothing";
  return STOPS.has(signal) ? "stop" : "end";
}
