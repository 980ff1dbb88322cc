import { parseScript, type Script } from "@agent-sandbox/shell-syntax";

import { refuseUnsupported } from "./unsupported.ts";

const MOST_SCRIPTS = 500;
const MOST_CHARACTERS = 500_000;

/** Scripts that were run lately, by their text; all sandboxes share them. */
const known = new Map<string, Script>();
let characters = 0;

/** Reads a script and refuses what is not supported. Throws what the parser throws, or a ShellFailure. */
export function readScript(text: string): Script {
  const found = known.get(text);
  if (found !== undefined) return found;
  const script = parseScript(text);
  refuseUnsupported(script);
  keep(text, script);
  return script;
}

function keep(text: string, script: Script): void {
  if (text.length > MOST_CHARACTERS / 10) return;
  known.set(text, script);
  characters += text.length;
  for (const oldest of known.keys()) {
    if (known.size <= MOST_SCRIPTS && characters <= MOST_CHARACTERS) return;
    known.delete(oldest);
    characters -= oldest.length;
  }
}
