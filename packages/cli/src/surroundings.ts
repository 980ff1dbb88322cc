import { homedir } from "node:os";
import { styleText } from "node:util";

import type { Progress } from "@agent-sandbox/core";

import { printable } from "./printable.ts";

/** What a command is given of the process it runs in. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Tells the person what is under way. */
  readonly say: Progress;
  /** Whether nobody is told anything, nor asked. */
  readonly quiet: boolean;
}

/** This process's own; `quiet` where standard error is not for people. */
export function processSurroundings({ quiet }: { readonly quiet: boolean }): Surroundings {
  return {
    env: process.env,
    home: homedir(),
    quiet,
    say: (message) => {
      if (quiet) return;
      process.stderr.write(`${styleText("dim", printable(message), { stream: process.stderr })}\n`);
    },
  };
}
