import { isatty } from "node:tty";

import type { Stdio } from "@agent-sandbox/core";

import { processStdio } from "../terminal.ts";

/** Whether the command works on this process's terminal: by one of the streams that it gets. */
export function isOnTerminal(): boolean {
  return [0, 1, 2].some((fd) => isatty(fd));
}

/** This process's own streams, which the command gets as they are. */
export function execStdio(): Stdio {
  return { ...processStdio({ interactive: true, isTerminal: isOnTerminal }), isOwn: true };
}
