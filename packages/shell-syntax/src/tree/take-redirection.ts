import * as unbash from "unbash";

import type { Descriptor, DoubleQuoted, Redirection, Word, WordPart } from "../syntax-tree.ts";
import type { Reading } from "./reading.ts";
import { takeParts, takeWord } from "./take-word.ts";

export function takeRedirection(node: unbash.Redirection, reading: Reading): Redirection {
  const descriptor = takeDescriptor(node.descriptor);
  if (node.type === "HereDoc") return takeHereDocument(node, { reading, descriptor });
  if (node.target === undefined) return reading.fail("a redirection names no file", node);
  const target = takeWord(node.target, reading);
  return node.type === "HereString"
    ? { type: "here-string", descriptor, word: target }
    : { type: "file", operator: node.operator, descriptor, target };
}

function takeDescriptor(node: unbash.RedirectDescriptor | undefined): Descriptor | undefined {
  if (node === undefined) return undefined;
  return node.type === "FileDescriptor" ? node.value : { variable: node.name };
}

interface At {
  readonly reading: Reading;
  readonly descriptor: Descriptor | undefined;
}

function takeHereDocument(node: unbash.HereDoc, { reading, descriptor }: At): Redirection {
  const { body, delimiter, operator } = node;
  if (delimiter === undefined) return reading.fail("a here-document has no end", node);
  const stripped = operator === "<<-";
  // The end of the script ends its last line, too.
  const missing = body.text === "" || body.text.endsWith("\n") ? "" : "\n";
  const written = body.text + missing;
  const end = { type: "literal", value: missing, text: missing } as const;
  const text: Word = {
    ...{ type: "word", text: written },
    parts: delimiter.quoted
      ? [{ type: "quoted", value: stripped ? withoutTabs(written) : written }]
      : [
          {
            type: "double",
            parts: [...bodyParts(body, reading, stripped), ...(missing === "" ? [] : [end])],
          },
        ],
    ...reading.span(body),
  };
  return {
    ...{ type: "here-document", descriptor, stripped, delimiter: delimiter.text },
    body: text,
  };
}

function bodyParts(
  { text, parts, pos, end }: unbash.HereDocBody,
  reading: Reading,
  stripped: boolean,
): readonly WordPart[] {
  const taken: readonly WordPart[] =
    parts === undefined
      ? [{ type: "literal", value: text.replace(/\\([$`\\])|\\\n/g, "$1"), text }]
      : takeQuoted(parts, reading.quoted({ pos, end }), { pos, end });
  const open = parts?.findIndex(isOpen) ?? -1;
  if (open !== -1) return [...taken.slice(0, open), unclosed(stripped ? withoutTabs(text) : text)];
  return stripped ? taken.map(withoutTabsIn) : taken;
}

/** A quote in `${x:-it's}` that has no other: to the parser all that follows is in it. */
function isOpen(part: unbash.WordPart): boolean {
  if (part.type !== "ParameterExpansion") return false;
  if (!part.text.endsWith("}")) return true;
  const { operation } = part;
  const parts = operation?.type === "Default" ? operation.operand.parts : undefined;
  return parts?.some((one) => one.type === "AnsiCQuoted" && !isBalanced(one.text)) === true;
}

/** Whether each quote of `$'…'` has another where a backslash in it is only that. */
function isBalanced(text: string): boolean {
  return /^(?:\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*"|[^'"\\])*$/.test(text);
}

/** Bash finds it out when it comes to it. */
function unclosed(text: string): WordPart {
  const operation = { kind: "unclosed", operator: text, operands: [] } as const;
  return {
    ...{ type: "parameter", name: "", prefix: undefined, index: undefined, isBare: false },
    operation,
  };
}

type Place = Pick<unbash.HereDocBody, "pos" | "end">;

function takeQuoted(
  parts: readonly unbash.WordPart[],
  reading: Reading,
  place: Place,
): readonly WordPart[] {
  const reread = (text: string): readonly WordPart[] => {
    const body = readBody(text);
    return takeQuoted(body.parts, reading.elsewhere(place, body.source), place).map((part) =>
      part.type === "literal" ? textOf(part.text) : part,
    );
  };
  return takeParts(parts, reading).map((part) => quotedOperand(part, reread));
}

/** What `${x:-…}` holds is quoted as the body is: a backslash stands before few characters only. */
function quotedOperand(part: WordPart, reread: (text: string) => readonly WordPart[]): WordPart {
  if (part.type !== "parameter" || part.operation?.kind !== "default") return part;
  // The message of `${x:?…}` is no part of the body.
  if (part.operation.operator.endsWith("?")) return part;
  const quoted = (inner: WordPart): readonly WordPart[] => {
    if (inner.type === "literal") return [textOf(inner.text)];
    // Single quotes are text there, and what is between them runs.
    if (inner.type === "quoted") return reread(inner.written ?? `'${inner.value}'`);
    if (inner.type === "double") return [withoutBackslashes(inner)];
    return [quotedOperand(inner, reread)];
  };
  const operands = part.operation.operands.map((word) => ({
    ...word,
    parts: word.parts.flatMap(quoted),
  }));
  return { ...part, operation: { ...part.operation, operands } };
}

/** Between double quotes of its own text is as without quotes. */
function withoutBackslashes(part: DoubleQuoted): WordPart {
  const bare = (inner: WordPart): WordPart =>
    inner.type === "literal"
      ? { ...inner, value: inner.text.replace(/\\\n/g, "").replace(/\\([^])/gu, "$1") }
      : inner;
  return { ...part, parts: part.parts.map(bare) };
}

interface ReadBody {
  readonly parts: readonly unbash.WordPart[];
  /** What their positions are those of. */
  readonly source: string;
}

/** The parts of a text as a here-document has them. */
function readBody(text: string): ReadBody {
  let end = "E";
  while (text.includes(end)) end += "E";
  const source = `: <<${end}\n${text}\n${end}\n`;
  const parts = documentIn(source)?.body.parts ?? [];
  const last = parts.at(-1);
  if (last?.type !== "Literal") return { parts: [literal(text)], source };
  return { parts: [...parts.slice(0, -1), literal(last.text.replace(/\n$/, ""))], source };
}

function documentIn(source: string): unbash.HereDoc | undefined {
  const command = unbash.parse(source).commands[0]?.command;
  const redirection = command?.type === "Command" ? command.suffix[0] : undefined;
  return redirection?.type === "HereDoc" ? redirection : undefined;
}

function literal(text: string): unbash.LiteralPart {
  return { type: "Literal", value: text, text, pos: 0, end: text.length };
}

/** Double quotes are none of the text, not even between single ones. */
function textOf(text: string): WordPart {
  return { type: "literal", text, value: text.replace(/\\([$`\\}"])|\\\n|"/g, "$1") };
}

/** A line begins where the body does, or after a newline of its own text. */
function withoutTabsIn(part: WordPart, index: number): WordPart {
  if (part.type !== "literal") return part;
  const value = withoutTabs(part.value, index === 0 ? /(^|\n)\t+/g : /(\n)\t+/g);
  return { ...part, value };
}

function withoutTabs(text: string, tabs = /(^|\n)\t+/g): string {
  return text.replace(tabs, "$1");
}
