import { once } from "node:events";
import { createInterface } from "node:readline";

import type { Surroundings } from "../surroundings.ts";

/** Whether there is a person to ask: where they read, and where they type. */
export function canAsk({ quiet }: Pick<Surroundings, "quiet">): boolean {
  return !quiet && process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks a question that only "y" or "yes" answers with yes. Fails as the signal says. */
export async function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  process.stderr.write(`${question} [y/N] `);
  // The terminal edits the line itself, and Ctrl-C is a signal: nothing of what is typed later is read.
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    const answer = await Promise.race([
      once(lines, "line", { signal }).then(([line]) => String(line)),
      once(lines, "close", { signal }).then(() => ""),
    ]);
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    lines.close();
  }
}
