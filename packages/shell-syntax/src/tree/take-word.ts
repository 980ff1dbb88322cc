import type * as unbash from "unbash";
import { parse } from "unbash";

import { ansiText } from "../ansi-text.ts";
import type { Assignment, Parameter, ParameterOperation, Word, WordPart } from "../syntax-tree.ts";
import type { Reading } from "./reading.ts";
import { bodyOf, takeArithmetic, takeOperands } from "./take-arithmetic.ts";

export function takeWord(word: unbash.Word, reading: Reading): Word {
  const parts =
    word.parts === undefined ? plainParts(word) : takeParts(word.parts, reading.inside(word));
  if (word.parts === undefined) meetProcess(word, reading);
  return { type: "word", text: reading.textOf(word), parts, ...reading.span(word) };
}

/** `2<(…)` is nothing but text to the parser. */
function meetProcess({ pos, text, end }: unbash.Word, reading: Reading): void {
  const before = /^(?:\d+|\{\w+\})(?=[<>]\()/.exec(text)?.[0];
  if (before !== undefined) reading.metProcess({ pos: pos + before.length, end });
}

/** The parser leaves the parts of a word out where it has nothing but bare text. */
function plainParts({ value, text }: unbash.Word): readonly WordPart[] {
  return text === "" ? [] : [{ type: "literal", value, text }];
}

export function takeParts(
  parts: readonly unbash.WordPart[],
  reading: Reading,
): readonly WordPart[] {
  return parts.map((part) => takePart(part, reading));
}

function takePart(part: unbash.WordPart, reading: Reading): WordPart {
  switch (part.type) {
    case "Literal":
      return { type: "literal", value: part.value, text: part.text };
    case "SingleQuoted":
      return { type: "quoted", value: part.value };
    case "AnsiCQuoted":
      return { type: "quoted", value: ansiText(part.text.slice(2, -1)), written: part.text };
    case "DoubleQuoted":
    case "LocaleString":
      return { type: "double", parts: takeParts(part.parts, reading.quoted(part)) };
    case "Glob":
    case "ExtendedGlob":
    case "BraceExpansion":
      return takePattern(part, reading);
    default:
      return takeExpansion(part, reading);
  }
}

type Pattern = unbash.GlobPart | unbash.ExtendedGlobPart | unbash.BraceExpansionPart;

function takePattern(part: Pattern, reading: Reading): WordPart {
  const { text } = part;
  const parts = takeParts(part.parts ?? [], reading.inside(part));
  if (part.type === "ExtendedGlob") {
    return { type: "extended-glob", operator: part.operator, text, parts };
  }
  // Inside of brackets nothing but a substitution means anything.
  if (part.type === "Glob" && parts.every(({ type }) => type === "literal")) {
    return { type: "glob", text };
  }
  return { type: "braces", text, parts };
}

type Expansion = Exclude<
  unbash.WordPart,
  | Pattern
  | unbash.LiteralPart
  | unbash.SingleQuotedPart
  | unbash.AnsiCQuotedPart
  | unbash.DoubleQuotedPart
  | unbash.LocaleStringPart
>;

function takeExpansion(part: Expansion, reading: Reading): WordPart {
  switch (part.type) {
    case "SimpleExpansion":
      return {
        ...{ type: "parameter", name: part.text.slice(1) },
        ...{ prefix: undefined, index: undefined, operation: undefined, isBare: true },
      };
    case "ParameterExpansion":
      return takeParameter(part, reading.inside(part));
    case "CommandExpansion":
      return takeSubstitution(part, reading);
    case "ProcessSubstitution":
      reading.metProcess(part);
      return {
        ...{ type: "process", direction: part.operator },
        script: reading.script(part.script, part),
      };
    case "ArithmeticExpansion":
      return {
        ...{ type: "arithmetic", text: bodyOf(part) },
        operands: takeOperands(part),
        expression: takeArithmetic(part, { reading, takeParts }),
      };
  }
}

function takeSubstitution(part: unbash.CommandExpansionPart, reading: Reading): WordPart {
  const direction = reading.processAt(part);
  const script = reading.script(part.script, part);
  return direction === undefined
    ? { type: "command", script }
    : { type: "process", direction, script };
}

function takeParameter(part: unbash.ParameterExpansionPart, reading: Reading): WordPart {
  const { index, operation } = part;
  const { name, prefix } = nameOf(part);
  return {
    ...{ type: "parameter", name, prefix, isBare: false },
    index: index === undefined ? undefined : takeWord(index, reading),
    operation:
      name === "" || index?.text === "" || isEmptySlice(operation)
        ? badOperation(part, reading)
        : operationOf(operation, reading),
  };
}

/** `${!:-word}` is about `$!`: there is no name that the `!` could stand in front of. */
function nameOf({
  operation,
  parameter,
  prefix,
}: unbash.ParameterExpansionPart): Pick<Parameter, "name" | "prefix"> {
  const isLast = prefix === "!" && parameter === "" && operation?.type === "Default";
  return isLast ? { name: "!", prefix: undefined } : { name: parameter, prefix };
}

/** `${}` is one to bash when it comes to it; nothing is in it that could not be told. */
function badOperation(
  { text, operation }: unbash.ParameterExpansionPart,
  reading: Reading,
): ParameterOperation {
  const operands = operationOf(operation, reading)?.operands ?? [];
  return { kind: "unknown", operator: text, operands };
}

function operationOf(
  operation: unbash.ParameterOperation | undefined,
  reading: Reading,
): ParameterOperation | undefined {
  return operation === undefined ? undefined : takeOperation(operation, reading);
}

/** `${x:}`. */
function isEmptySlice(operation: unbash.ParameterOperation | undefined): boolean {
  return (
    operation?.type === "Slice" && operation.offset.text === "" && operation.length === undefined
  );
}

const KINDS = {
  Default: "default",
  Remove: "remove",
  Replace: "replace",
  Slice: "slice",
  CaseModification: "case",
  Transform: "transform",
  Names: "names",
  Unknown: "unknown",
} satisfies Record<unbash.ParameterOperation["type"], ParameterOperation["kind"]>;

function takeOperation(operation: unbash.ParameterOperation, reading: Reading): ParameterOperation {
  // Bash says "bad substitution" when it comes to it; what it held could not be told.
  if (operation.type === "Unknown") {
    const { operator } = operation;
    if (operator === "~" || operator === "~~") return { kind: "case", operator, operands: [] };
    return reading.fail("a bad substitution", operation);
  }
  const operands = operandsOf(operation).filter((word) => word !== undefined);
  const isMessage = operation.type === "Default" && operation.operator.endsWith("?");
  const take = isMessage && reading.isQuoted ? takeMessage : takeWord;
  return {
    kind: KINDS[operation.type],
    operator: operation.operator,
    operands: operands.map((word) => take(word, reading)),
  };
}

/** What `${x?…}` says is no part of the quotes around. */
function takeMessage(word: unbash.Word, reading: Reading): Word {
  const source = `\${x?${word.text}}`;
  const operand = operandIn(source);
  return operand?.text === word.text
    ? takeWord(operand, reading.bare(word, source))
    : takeWord(word, reading);
}

function operandIn(source: string): unbash.Word | undefined {
  const command = parse(source).commands[0]?.command;
  const part = command?.type === "Command" ? command.name?.parts?.[0] : undefined;
  const operation = part?.type === "ParameterExpansion" ? part.operation : undefined;
  return operation?.type === "Default" ? operation.operand : undefined;
}

function operandsOf(operation: unbash.ParameterOperation): readonly (unbash.Word | undefined)[] {
  if ("pattern" in operation) return [operation.pattern, operation.replacement];
  if ("offset" in operation) return [operation.offset, operation.length];
  return "operand" in operation ? [operation.operand] : [];
}

export function takeAssignment(assignment: unbash.Assignment, reading: Reading): Assignment {
  const { name, append, index, value } = assignment;
  if (value.type === "Word" && value.text.startsWith("(")) {
    reading.fail("text behind an array's list is not supported", value);
  }
  return {
    ...{ type: "assignment", name, append: append === true },
    index: index === undefined ? undefined : takeWord(index, reading),
    value:
      value.type === "Word"
        ? takeWord(value, reading)
        : value.elements.map((element) => takeWord(element, reading)),
    ...reading.span(assignment),
  };
}
