import { isIncomplete } from "@agent-sandbox/shell-syntax";

import type { Typed } from "./typed-lines.ts";

interface ReadPorts {
  readonly next: (prompt: string) => Promise<Typed>;
  /** What is shown in front of a new command. */
  readonly prompt: () => string;
  readonly keep: (line: string) => void;
}

/** Lines until they are a whole script; undefined at the end. Ctrl-C and Ctrl-D forget what was begun. */
export async function readScript({ next, prompt, keep }: ReadPorts): Promise<string | undefined> {
  let begun = "";
  for (;;) {
    const typed = await next(begun === "" ? prompt() : "> ");
    if (typed.kind === "end") return undefined;
    if (typed.kind === "interrupt") {
      begun = "";
      continue;
    }
    if (typed.text.trim() !== "" && !typed.text.startsWith(" ")) keep(typed.text);
    begun = begun === "" ? typed.text : `${begun}\n${typed.text}`;
    if (!isIncomplete(begun)) return begun;
  }
}
