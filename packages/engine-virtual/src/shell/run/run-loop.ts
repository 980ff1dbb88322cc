import type { ArithmeticFor, For, Loop, Script } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { evaluateNode } from "../expand/evaluate-arithmetic.ts";
import { expandWords, WORDS } from "../expand/expand-word.ts";
import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { assignText } from "./assign.ts";
import { askedStatus } from "./reported-status.ts";
import { trace } from "./trace.ts";

export function* runFor(shell: Shell, { body, name, type, words }: For): Running<number> {
  if (type === "select")
    throw new ShellFailure("select is not supported", { status: 2, ends: "script" });
  const values = words === undefined ? shell.parameters.args : yield* expandWords(shell, words);
  if (shell.variables.find(name)?.readonly === true) {
    throw new ReportedFailure(`${name}: readonly variable`);
  }
  const round = new Rounds(shell, body);
  try {
    for (const value of values) {
      if (shell.isOn("xtrace")) yield* trace(shell, headText(name, words));
      assignText(shell, { name: shell.variables.resolve(name), append: false, text: value });
      if (!(yield* round.next())) break;
    }
  } finally {
    round.end();
  }
  return round.status;
}

function headText(name: string, words: For["words"]): string {
  return `for ${name} in ${words === undefined ? '"$@"' : words.map(({ text }) => text).join(" ")}`;
}

export function* runWhile(shell: Shell, node: Loop): Running<number> {
  const round = new Rounds(shell, node.body);
  const goesOn = node.type === "while";
  try {
    for (;;) {
      const status = yield* conditionOf(shell, node.condition);
      if (shell.unwinding !== undefined && !round.absorbs()) break;
      if ((status === 0) !== goesOn) break;
      if (!(yield* round.next())) break;
    }
  } finally {
    round.end();
  }
  return round.status;
}

export function* runArithmeticFor(shell: Shell, node: ArithmeticFor): Running<number> {
  const round = new Rounds(shell, node.body);
  const { initialize, test, update } = node;
  try {
    if (initialize !== undefined) yield* evaluateNode(shell, { expression: initialize }, WORDS);
    for (;;) {
      if (test !== undefined && (yield* evaluateNode(shell, { expression: test }, WORDS)) === 0n)
        break;
      if (!(yield* round.next())) break;
      if (update !== undefined) yield* evaluateNode(shell, { expression: update }, WORDS);
    }
  } catch (error) {
    round.status = askedStatus(shell, error, "((");
  } finally {
    round.end();
  }
  return round.status;
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

class Rounds {
  status = 0;
  readonly #shell: Shell;
  readonly #body: Script;
  #count = 0;

  constructor(shell: Shell, body: Script) {
    this.#shell = shell;
    this.#body = body;
    shell.loops += 1;
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

  end(): void {
    this.#shell.loops -= 1;
  }
}
