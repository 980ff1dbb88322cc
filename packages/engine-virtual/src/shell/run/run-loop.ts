import type { ArithmeticFor, For, Loop, Script } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { evaluateAsked, expandNode } from "../expand/evaluate-arithmetic.ts";
import { expandWords, WORDS } from "../expand/expand-word.ts";
import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { assignText } from "./assign.ts";
import { askedStatus } from "./reported-status.ts";
import { partText } from "../print/print-loop.ts";
import { runDebugTrap } from "./run-trap.ts";
import { trace } from "./trace.ts";

export function* runFor(shell: Shell, node: For): Running<number> {
  const { body, name, type, words } = node;
  if (type === "select")
    throw new ShellFailure("select is not supported", { status: 2, ends: "script" });
  return yield* inLoop(shell, body, function* (round) {
    const values = words === undefined ? shell.parameters.args : yield* expandWords(shell, words);
    if (shell.variables.find(name)?.readonly === true) {
      throw new ReportedFailure(`${name}: readonly variable`);
    }
    for (const value of values) {
      if (shell.traps.size > 0) yield* runDebugTrap(shell, node, headText(name, words));
      if (shell.isOn("xtrace")) yield* trace(shell, headText(name, words));
      assignText(shell, { name: shell.variables.resolve(name), append: false, text: value });
      if (!(yield* round.next())) break;
    }
  });
}

function headText(name: string, words: For["words"]): string {
  return `for ${name} in ${words === undefined ? '"$@"' : words.map(({ text }) => text).join(" ")}`;
}

export function runWhile(shell: Shell, node: Loop): Running<number> {
  const goesOn = node.type === "while";
  return inLoop(shell, node.body, function* (round) {
    for (;;) {
      const status = yield* conditionOf(shell, node.condition);
      if (shell.unwinding !== undefined && !round.absorbs()) {
        if (shell.unwinding.type === "line") round.status = status;
        break;
      }
      if ((status === 0) !== goesOn) break;
      if (!(yield* round.next())) break;
    }
  });
}

export function runArithmeticFor(shell: Shell, node: ArithmeticFor): Running<number> {
  return inLoop(shell, node.body, function* (round) {
    let hasBegun = false;
    try {
      yield* runPart(shell, node, "initialize");
      hasBegun = true;
      for (;;) {
        if ((yield* runPart(shell, node, "test")) === 0n) break;
        if (!(yield* round.next())) break;
        yield* runPart(shell, node, "update");
      }
    } catch (error) {
      round.status = askedStatus(shell, error, "((");
      // Bash does not leave what has not begun.
      if (!hasBegun) shell.loops += 1;
    }
  });
}

type Part = "initialize" | "test" | "update";

/** One of the three expressions of a loop's head; 1 where it is left out. */
function* runPart(shell: Shell, node: ArithmeticFor, part: Part): Running<bigint> {
  const written = node[part];
  if (written === undefined) {
    if (shell.isOn("xtrace")) yield* trace(shell, "(( 1 ))");
    return 1n;
  }
  if (shell.traps.size > 0) yield* runDebugTrap(shell, node, `((${partText(written)}))`);
  const text = yield* expandNode(shell, written, WORDS);
  if (shell.isOn("xtrace")) yield* trace(shell, `(( ${text} ))`);
  return evaluateAsked(shell, text);
}

/** Runs what is asked about: its failure ends no script. */
export function* conditionOf(shell: Shell, script: Script): Running<number> {
  shell.conditions += 1;
  try {
    return yield* shell.world.interpreter.script(shell, script);
  } finally {
    shell.conditions -= 1;
  }
}

/** What ends a line leaves loops without telling: as in bash, `break` takes itself for still in them. */
function* inLoop(
  shell: Shell,
  body: Script,
  run: (round: Rounds) => Running<void>,
): Running<number> {
  const round = new Rounds(shell, body);
  shell.loops += 1;
  try {
    yield* run(round);
  } catch (error) {
    if (!(error instanceof ShellFailure) || error.ends !== "line") shell.loops -= 1;
    throw error;
  }
  if (shell.unwinding?.type !== "line") shell.loops -= 1;
  return round.status;
}

class Rounds {
  status = 0;
  readonly #shell: Shell;
  readonly #body: Script;
  #count = 0;

  constructor(shell: Shell, body: Script) {
    this.#shell = shell;
    this.#body = body;
  }

  /** One round; false where the loop ends with it. */
  *next(): Running<boolean> {
    this.#count += 1;
    // A loop may have no command that counts.
    if (this.#count % 64 === 0) yield;
    this.status = yield* this.#shell.world.interpreter.script(this.#shell, this.#body);
    return this.#shell.unwinding === undefined || this.absorbs();
  }

  /** What `break` and `continue` asked for; true where the loop goes on. */
  absorbs(): boolean {
    const { unwinding } = this.#shell;
    if (unwinding?.type !== "break" && unwinding?.type !== "continue") return false;
    this.status = unwinding.status ?? this.status;
    if (unwinding.levels > 1) {
      unwinding.levels -= 1;
      return false;
    }
    this.#shell.unwinding = undefined;
    return unwinding.type === "continue";
  }
}
