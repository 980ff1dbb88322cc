import type * as unbash from "unbash";

import type {
  ArithmeticFor,
  Case,
  CompoundCommand,
  For,
  If,
  Redirection,
  Script,
} from "../syntax-tree.ts";
import type { Reading } from "./reading.ts";
import { bodyOf, takeArithmetic, takeOperands, takeWritten } from "./take-arithmetic.ts";
import { takeTest } from "./take-test.ts";
import { takeParts, takeWord } from "./take-word.ts";

/** What every command has. */
interface Rest {
  readonly redirections: readonly Redirection[];
  readonly start: number;
  readonly end: number;
}

interface Ways {
  readonly reading: Reading;
  /** Given, since a compound command holds lists of commands. */
  readonly list: (list: unbash.CompoundList) => Script;
}

export function takeCompound(
  node: unbash.CompoundCommand,
  rest: Rest,
  ways: Ways,
): CompoundCommand {
  switch (node.type) {
    case "BraceGroup":
      return { type: "group", body: ways.list(node.body), ...rest };
    case "Subshell":
      return { type: "subshell", body: ways.list(node.body), ...rest };
    case "TestCommand":
      return { type: "test", expression: takeTest(node.expression, ways.reading), ...rest };
    case "ArithmeticCommand": {
      const inner = { reading: ways.reading, takeParts };
      return {
        ...{ type: "arithmetic", text: bodyOf(node), operands: takeOperands(node) },
        expression: takeArithmetic(node, inner),
        ...rest,
      };
    }
    case "If":
      return takeIf(node, rest, ways);
    case "Case":
      return takeCase(node, rest, ways);
    default:
      return takeLoop(node, rest, ways);
  }
}

type LoopNode = unbash.While | unbash.For | unbash.Select | unbash.ArithmeticFor;

function takeLoop(node: LoopNode, rest: Rest, ways: Ways): CompoundCommand {
  const body = ways.list(node.body);
  switch (node.type) {
    case "While":
      return { type: node.kind, condition: ways.list(node.clause), body, ...rest };
    case "For":
    case "Select":
      return { ...takeNames(node, ways), body, ...rest };
    case "ArithmeticFor":
      return { ...takeHeader(node, ways), body, ...rest };
  }
}

function takeNames(
  { type, name, wordlist }: unbash.For | unbash.Select,
  { reading }: Ways,
): Pick<For, "type" | "name" | "words"> {
  return {
    type: type === "For" ? "for" : "select",
    name: name.value,
    words: wordlist?.map((word) => takeWord(word, reading)),
  };
}

function takeHeader(
  node: unbash.ArithmeticFor,
  { reading }: Ways,
): Pick<ArithmeticFor, "type" | "initialize" | "test" | "update"> {
  const take = (expression: unbash.ArithmeticExpression | undefined) =>
    expression === undefined ? undefined : takeWritten(expression, { reading, takeParts });
  return {
    ...{ type: "arithmetic-for", initialize: take(node.initialize) },
    ...{ test: take(node.test), update: take(node.update) },
  };
}

function takeIf(node: unbash.If, rest: Rest, { list }: Ways): If {
  return {
    type: "if",
    branches: [node, ...node.elif].map(({ clause, then }) => ({
      condition: list(clause),
      body: list(then),
    })),
    otherwise: node.else === undefined ? undefined : list(node.else),
    ...rest,
  };
}

function takeCase(node: unbash.Case, rest: Rest, { reading, list }: Ways): Case {
  return {
    type: "case",
    word: takeWord(node.word, reading),
    items: node.items.map(({ pattern, body, terminator }) => ({
      patterns: pattern.map((word) => takeWord(word, reading)),
      body: list(body),
      ending: terminator ?? ";;",
    })),
    ...rest,
  };
}
