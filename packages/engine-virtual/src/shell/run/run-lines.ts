import type { HereDocument, Script } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import type { Shell } from "../shell.ts";
import { expandAliases } from "./expand-aliases.ts";
import { type Line, linesOf } from "./lines-of.ts";
import { nodesIn } from "./nodes-in.ts";
import { tellOpenDocuments } from "./open-documents.ts";
import { readScript } from "./parse-cache.ts";
import { runScript } from "./run-script.ts";

/** Runs a text line by line: what ends a line goes on behind it, and an alias holds from the next one on. */
export function* runLines(shell: Shell, script: Script, text: string): Running<number> {
  const echo = new Echo(shell, text);
  let status = 0;
  for (const line of linesOf(script, text)) {
    echo.before(line);
    tellOpenDocuments(shell, line, text);
    status = yield* runLine(shell, line, text);
    echo.behind(line);
    if (shell.unwinding === undefined) continue;
    if (shell.unwinding.type !== "line") return status;
    shell.status = 1;
    // A subshell ends with it.
    if (shell.isSubshell) return 1;
    shell.unwinding = undefined;
    status = 1;
  }
  echo.rest();
  return status;
}

/** `set -v`: what is read is shown. */
class Echo {
  readonly #shell: Shell;
  readonly #text: string;
  #at = 0;

  constructor(shell: Shell, text: string) {
    this.#shell = shell;
    this.#text = text;
  }

  before(line: Line): void {
    if (this.#shell.isOn("verbose")) this.#until(endOf(line, this.#text));
  }

  /** The line that switches it on is not shown any more. */
  behind(line: Line): void {
    if (this.#shell.isOn("verbose")) this.#at = endOf(line, this.#text);
  }

  rest(): void {
    if (this.#shell.isOn("verbose")) this.#until(this.#text.length);
  }

  #until(end: number): void {
    const text = this.#text.slice(this.#at, end);
    this.#at = end;
    if (text !== "") this.#shell.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
  }
}

/** Behind the newline that ends it, with its here-documents. */
export function endOf({ script }: Line, text: string): number {
  const last = script.statements.at(-1)?.end ?? 0;
  let end = last;
  for (const node of nodesIn(script)) {
    if (node.type === "here-document") end = Math.max(end, (node as HereDocument).body.end + 1);
  }
  const newline = text.indexOf("\n", end);
  return newline === -1 ? text.length : newline + 1;
}

function* runLine(shell: Shell, line: Line, text: string): Running<number> {
  if (shell.aliases.size === 0 || !shell.isOn("expand_aliases"))
    return yield* runScript(shell, line.script);
  const own = text.slice(line.start, line.end);
  const expanded = yield* expandAliases(own, shell.aliases);
  if (expanded === undefined) return yield* runScript(shell, line.script);
  const { place } = shell;
  place.at = line.start;
  shell.place = { text: expanded, at: 0, firstLine: shell.line };
  try {
    return yield* runScript(shell, readScript(expanded));
  } finally {
    shell.place = place;
  }
}
