import { parse } from "unbash";

import { hideText } from "./hidden-text.ts";
import { parseScript } from "./parse-script.ts";
import { ShellSyntaxError } from "./shell-syntax-error.ts";

/**
 * Pure: what stands in front of the line whose commands an error is in, as bash has read it when it finds the error.
 * A text, since what is behind it may be no script at all; empty where nothing is complete.
 */
export function completeLines(source: string, { position }: ShellSyntaxError): string {
  const ends = [source.lastIndexOf("\n", position - 1) + 1, startOfLine(source, position)];
  for (const end of ends) {
    const lines = position === 0 ? "" : source.slice(0, end);
    if (lines !== "" && isComplete(lines)) return lines;
  }
  return "";
}

/** Whether a command on the next line would be one of its own: not in a here-document, and not behind `&&`. */
function isComplete(lines: string): boolean {
  try {
    return parseScript(`${lines}:`).statements.at(-1)?.start === lines.length;
  } catch (error) {
    if (error instanceof ShellSyntaxError) return false;
    throw error;
  }
}

/** Where the first of the commands begins that bash reads together with the one at a place. */
function startOfLine(source: string, position: number): number {
  const commands = commandsIn(source);
  let at = commands.findLastIndex(({ pos }) => pos <= position);
  while (at > 0 && !source.slice(commands[at - 1]?.end, commands[at]?.pos).includes("\n")) at -= 1;
  return commands[at]?.pos ?? 0;
}

/** The parser goes on behind errors; what it has read in front of them stays as it is. */
function commandsIn(source: string): readonly { readonly pos: number; readonly end: number }[] {
  try {
    return parse(hideText(source) ?? source).commands;
  } catch (error) {
    // It recurses without a limit for some kinds of nesting.
    if (error instanceof RangeError) return [];
    throw error;
  }
}
