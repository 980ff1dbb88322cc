import { type Script, ShellSyntaxError } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import type { Shell } from "../shell.ts";
import { decodeText, encodeText } from "../text.ts";
import { linesOf } from "./lines-of.ts";
import { readScript } from "./parse-cache.ts";
import { endOf } from "./run-lines.ts";

type RunText = (shell: Shell, text: string, firstLine: number) => Running<number>;

/**
 * Runs the script that stands on standard input. Before each line what is behind it is left there, and what a
 * command reads of it is no script any more.
 */
export function* runInput(shell: Shell, run: RunText): Running<number> {
  const reading = new Reading(shell, run);
  let text = yield* restOf(shell);
  while (text !== "" && shell.unwinding === undefined) {
    const script = leadIn(text);
    if (script === undefined) {
      yield* reading.run(text, "");
      break;
    }
    text = yield* reading.lines(script, text);
  }
  return reading.status;
}

class Reading {
  readonly #shell: Shell;
  readonly #run: RunText;
  #firstLine = 1;
  status = 0;

  constructor(shell: Shell, run: RunText) {
    this.#shell = shell;
    this.#run = run;
  }

  /** Up to where something else is left than was there; gives what is. */
  *lines(script: Script, text: string): Running<string> {
    let from = 0;
    for (const line of linesOf(script, text)) {
      const end = endOf(line, text);
      const rest = text.slice(end);
      const left = yield* this.run(text.slice(from, end), rest);
      if (left !== rest || this.#shell.unwinding !== undefined) return left;
      from = end;
    }
    // Comments, or what could not be read together with the lines in front of it.
    return text.slice(from).trim() === "" || from === 0 ? "" : text.slice(from);
  }

  /** Runs a line while the rest is on standard input; gives what is there then. */
  *run(line: string, rest: string): Running<string> {
    this.#shell.channels[0]?.input?.giveBack(encodeText(rest));
    this.status = yield* this.#run(this.#shell, line, this.#firstLine);
    this.#firstLine += line.split("\n").length - 1;
    return this.#shell.unwinding === undefined ? yield* restOf(this.#shell) : "";
  }
}

function* restOf(shell: Shell): Running<string> {
  const found = yield* shell.channels[0]?.input?.readUntil(undefined) ?? nothing();
  return decodeText(found.bytes);
}

function* nothing(): Running<{ readonly bytes: Uint8Array }> {
  yield;
  return { bytes: new Uint8Array(0) };
}

/** The text as a script, or the lines of it that are one; what comes behind may be data. */
function leadIn(text: string): Script | undefined {
  let lead = text;
  for (;;) {
    try {
      return readScript(lead);
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) return undefined;
      const newline = lead.lastIndexOf("\n", Math.min(error.position, lead.length - 1) - 1);
      if (newline === -1) return undefined;
      lead = lead.slice(0, newline + 1);
    }
  }
}
