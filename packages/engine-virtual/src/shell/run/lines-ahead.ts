import {
  completeLines,
  parseScript,
  type Script,
  ShellSyntaxError,
} from "@agent-sandbox/shell-syntax";

import { ShellFailure } from "../shell-failure.ts";
import { decodeText } from "../text.ts";
import { linesOf } from "./lines-of.ts";
import { endOf } from "./run-lines.ts";
import { refuseUnsupported } from "./unsupported.ts";

/** In UTF-16 units: what the parser takes. */
const LONGEST = 131_072;

const NEWLINE = 10;

/** A piece of a script that is to be run at once. */
export interface PieceAhead {
  readonly text: string;
  readonly hasCommands: boolean;
}

/** The first bytes of a script, up to the end of a line. */
export class LinesAhead {
  readonly text: string;
  /** Whether nothing is behind them. */
  readonly isAll: boolean;

  constructor(bytes: Uint8Array, size: number) {
    const text = decodeText(bytes.subarray(0, size)).slice(0, LONGEST);
    this.isAll = size >= bytes.length && text.length < LONGEST;
    this.text = this.isAll ? text : text.slice(0, text.lastIndexOf("\n") + 1);
  }

  /** What bash would read one after the other; none where there is no whole line of commands. */
  *pieces(): Iterable<PieceAhead> {
    const { text } = this;
    const lead = leadIn(text);
    if (lead === undefined) return;
    const { script } = lead;
    if (script.statements.length === 0) yield { text: lead.text, hasCommands: false };
    let from = 0;
    for (const line of linesOf(script, lead.text)) {
      // More of the last one may stand behind: the rest of its here-document.
      const isLast = line.script.statements.at(-1) === script.statements.at(-1);
      if ((isLast && !this.isAll && lead.text === text) || !isSupported(line.script)) return;
      const end = endOf(line, lead.text);
      yield { text: lead.text.slice(from, end), hasCommands: true };
      from = end;
    }
  }
}

interface Lead {
  readonly text: string;
  readonly script: Script;
}

/** The text as a script, or the lines of it that are one; what comes behind may be data. */
function leadIn(text: string): Lead | undefined {
  try {
    return { text, script: parseScript(text) };
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    const lines = completeLines(text, error);
    return lines === "" ? undefined : { text: lines, script: parseScript(lines) };
  }
}

/** What is not is refused when its turn comes: it may be data. */
function isSupported(script: Script): boolean {
  try {
    refuseUnsupported(script);
    return true;
  } catch (error) {
    if (error instanceof ShellFailure) return false;
    throw error;
  }
}

/** Where as many lines as a text has end in bytes. */
export function endOfLines(bytes: Uint8Array, text: string): number {
  let end = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    end = bytes.indexOf(NEWLINE, end) + 1;
  }
  return text.endsWith("\n") ? end : bytes.length;
}
