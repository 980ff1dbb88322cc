import type { ArithmeticFor, For, Loop, Script } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { evaluateNode } from "../expand/evaluate-arithmetic.ts";
import { expandWords, WORDS } from "../expand/expand-word.ts";
import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { assignText } from "./assign.ts";
import { askedStatus } from "./reported-status.ts";
import { headerOf } from "../print/print-loop.ts";
import { runDebugTrap } from "./run-trap.ts";
import { trace } from "./trace.ts";

export function* runFor(shell: Shell, node: For): Running<number> {
  const { body, name, type, words } = node;
  if (type === "select")
    throw new ShellFailure("select is not supported", { status: 2, ends: "script" });
  const values = words === undefined ? shell.parameters.args : yield* expandWords(shell, words);
  if (shell.variables.find(name)?.readonly === true) {
    throw new ReportedFailure(`${name}: readonly variable`);
  }
  const round = new Rounds(shell, body);
  try {
    for (const value of values) {
      if (shell.traps.size > 0) yield* runDebugTrap(shell, node, headText(name, words));
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
  try {
    yield* runPart(shell, node, "initialize");
    for (;;) {
      if ((yield* runPart(shell, node, "test")) === 0n) break;
      if (!(yield* round.next())) break;
      yield* runPart(shell, node, "update");
    }
  } catch (error) {
    round.status = askedStatus(shell, error, "((");
  } finally {
    round.end();
  }
  return round.status;
}

const PARTS = ["initialize", "test", "update"] as const;

/** One of the three expressions of a loop's head; 1 where it is left out. */
function* runPart(
  shell: Shell,
  node: ArithmeticFor,
  part: (typeof PARTS)[number],
): Running<bigint> {
  const expression = node[part];
  if (expression === undefined) return 1n;
  if (shell.traps.size > 0) {
    const text = headerOf(node, shell.place.text).split(";")[PARTS.indexOf(part)] ?? "";
    yield* runDebugTrap(shell, node, `((${text.trim()}))`);
  }
  return yield* evaluateNode(shell, { expression }, WORDS);
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
