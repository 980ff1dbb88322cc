import type { Case, CompoundCommand, If } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { evaluateAsked, expandNode } from "../expand/evaluate-arithmetic.ts";
import { expandPattern, expandText, WORDS } from "../expand/expand-word.ts";
import type { Shell } from "../shell.ts";
import { conditionOf, runArithmeticFor, runFor, runWhile } from "./run-loop.ts";
import { matchesIn, runTest } from "./run-test.ts";
import { askedStatus } from "./reported-status.ts";
import { runDebugTrap } from "./run-trap.ts";
import { trace } from "./trace.ts";

/** Runs a compound command, its redirections done already. */
export function runCompound(shell: Shell, node: CompoundCommand): Running<number> {
  shell.place.at = node.start;
  if (isWhole(node)) shell.note(node);
  if (shell.traps.size > 0 && isTraced(node)) return runTraced(shell, node);
  return runKind(shell, node);
}

/** What `trap … DEBUG` is called for as a whole; loops call it for their own parts. */
function isTraced({ type }: CompoundCommand): boolean {
  return type === "test" || type === "arithmetic" || type === "case";
}

function* runTraced(shell: Shell, node: CompoundCommand): Running<number> {
  const head = node.type === "case" ? `case ${node.word.text} in ` : undefined;
  yield* runDebugTrap(shell, node, head);
  return yield* runKind(shell, node);
}

function runKind(shell: Shell, node: CompoundCommand): Running<number> {
  switch (node.type) {
    case "group":
      return shell.world.interpreter.script(shell, node.body);
    case "subshell":
      return shell.world.interpreter.subshell(outOfLoops(shell.subshell()), node.body);
    case "if":
      return runIf(shell, node);
    case "case":
      return runCase(shell, node);
    default:
      return runLoop(shell, node);
  }
}

/** What is one command to `$BASH_COMMAND`, as a loop is not. */
function isWhole({ type }: CompoundCommand): boolean {
  return type === "subshell" || type === "test" || type === "arithmetic";
}

/** `(break)` has no loop to leave, though `$(break)` has. */
function outOfLoops(inner: Shell): Shell {
  inner.loops = 0;
  return inner;
}

type Loops = Extract<
  CompoundCommand,
  { readonly type: "while" | "until" | "for" | "select" | "arithmetic-for" | "test" | "arithmetic" }
>;

function runLoop(shell: Shell, node: Loops): Running<number> {
  switch (node.type) {
    case "while":
    case "until":
      return runWhile(shell, node);
    case "for":
    case "select":
      return runFor(shell, node);
    case "arithmetic-for":
      return runArithmeticFor(shell, node);
    case "test":
      return runTest(shell, node.expression);
    case "arithmetic":
      return runArithmetic(shell, node);
  }
}

function* runIf(shell: Shell, { branches, otherwise }: If): Running<number> {
  for (const { body, condition } of branches) {
    const status = yield* conditionOf(shell, condition);
    if (shell.unwinding !== undefined) return status;
    if (status === 0) return yield* shell.world.interpreter.script(shell, body);
  }
  return otherwise === undefined ? 0 : yield* shell.world.interpreter.script(shell, otherwise);
}

function* runCase(shell: Shell, { items, word }: Case): Running<number> {
  if (shell.isOn("xtrace")) yield* trace(shell, `case ${word.text} in`);
  const subject = yield* expandText(shell, word);
  let status = 0;
  let falls = false;
  for (const { body, ending, patterns } of items) {
    let isMatch = falls;
    for (const pattern of patterns) {
      isMatch ||= yield* matchesIn(shell, yield* expandPattern(shell, pattern), subject);
      if (isMatch) break;
    }
    if (!isMatch) continue;
    status = yield* shell.world.interpreter.script(shell, body);
    if (ending === ";;" || shell.unwinding !== undefined) return status;
    falls = ending === ";&";
  }
  return status;
}

function* runArithmetic(
  shell: Shell,
  node: Extract<CompoundCommand, { readonly type: "arithmetic" }>,
): Running<number> {
  try {
    const text = yield* expandNode(shell, node, WORDS);
    if (shell.isOn("xtrace")) yield* trace(shell, `(( ${text} ))`);
    return evaluateAsked(shell, text) === 0n ? 1 : 0;
  } catch (error) {
    return askedStatus(shell, error, "((");
  }
}
