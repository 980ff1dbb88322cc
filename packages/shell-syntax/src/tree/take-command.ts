import type * as unbash from "unbash";

import type {
  Command,
  CompoundCommand,
  Coprocess,
  FunctionDefinition,
  Redirection,
  Script,
  SimpleCommand,
} from "../syntax-tree.ts";
import type { Reading } from "./reading.ts";
import { takeCompound } from "./take-compound.ts";
import { takeRedirection } from "./take-redirection.ts";
import { takeAssignment, takeWord } from "./take-word.ts";

export type TakeList = (list: unbash.CompoundList, reading: Reading) => Script;

export function takeCommand(
  node: unbash.CommandNode,
  outside: Reading,
  takeList: TakeList,
): Command {
  const reading = outside.inside(node);
  switch (node.type) {
    case "Command":
      return takeSimple(node, reading);
    case "Function":
      return takeFunction(node, reading, takeList);
    case "Coproc":
      return takeCoprocess(node, reading, takeList);
    default:
      return takeRedirected(node, reading, takeList);
  }
}

function takeSimple(node: unbash.Command, reading: Reading): SimpleCommand {
  const { name, prefix, args, redirects } = node;
  // The parser has passed over it, since it might have been a function's.
  if (name !== undefined && reading.isBeforeParenthesis(name)) {
    reading.fail("unexpected token '('", { pos: name.end, end: name.end });
  }
  const words = [...(name === undefined ? [] : [name]), ...args];
  return {
    type: "simple",
    assignments: prefix
      .filter((one) => one.type === "Assignment")
      .map((one) => takeAssignment(one, reading)),
    words: words.map((one) =>
      one.type === "Word" ? takeWord(one, reading) : takeAssignment(one, reading),
    ),
    redirections: takeRedirections(redirects, reading),
    ...reading.span(node),
  };
}

function takeRedirected(
  node: unbash.CompoundCommand | unbash.Redirected,
  reading: Reading,
  takeList: TakeList,
): CompoundCommand {
  const [command, redirects] =
    node.type === "Redirected" ? [node.command, node.redirects] : [node, []];
  const rest = { redirections: takeRedirections(redirects, reading), ...reading.span(node) };
  return takeCompound(command, rest, { reading, list: (list) => takeList(list, reading) });
}

function takeRedirections(
  nodes: readonly unbash.Redirection[],
  reading: Reading,
): readonly Redirection[] {
  return nodes.map((node) => takeRedirection(node, reading));
}

function takeFunction(
  node: unbash.Function,
  reading: Reading,
  takeList: TakeList,
): FunctionDefinition {
  const { name, body } = node;
  if (body.type === "CompoundList") return reading.fail("a function has no body", node);
  return {
    ...{ type: "function", name: name.value, redirections: [] },
    body: takeRedirected(body, reading, takeList),
    ...reading.span(node),
  };
}

function takeCoprocess(node: unbash.Coproc, reading: Reading, takeList: TakeList): Coprocess {
  const { name, body } = node;
  if (body.type === "CompoundList") return reading.fail("a coprocess has no command", node);
  return {
    ...{ type: "coprocess", name: name?.value, redirections: [] },
    body:
      body.type === "Command" ? takeSimple(body, reading) : takeRedirected(body, reading, takeList),
    ...reading.span(node),
  };
}
