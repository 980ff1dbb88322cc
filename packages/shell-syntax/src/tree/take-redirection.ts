import type * as unbash from "unbash";

import type { Descriptor, Redirection, Word, WordPart } from "../syntax-tree.ts";
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
  const text: Word = {
    ...{ type: "word", text: body.text },
    parts: delimiter.quoted
      ? [{ type: "quoted", value: stripped ? withoutTabs(body.text) : body.text }]
      : [{ type: "double", parts: bodyParts(body, reading, stripped) }],
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
      : takeParts(parts, reading.quoted({ pos, end })).map(quotedOperand);
  const open = parts?.findIndex(isOpen) ?? -1;
  if (open !== -1) return [...taken.slice(0, open), unclosed(stripped ? withoutTabs(text) : text)];
  return stripped ? taken.map(withoutTabsIn) : taken;
}

/** A quote in `${x:-it's}` that has no other: to the parser all that follows is in it. */
function isOpen(part: unbash.WordPart): boolean {
  return part.type === "ParameterExpansion" && !part.text.endsWith("}");
}

/** Bash finds it out when it comes to it. */
function unclosed(text: string): WordPart {
  const operation = { kind: "unclosed", operator: text, operands: [] } as const;
  return {
    ...{ type: "parameter", name: "", prefix: undefined, index: undefined, isBare: false },
    operation,
  };
}

/** What `${x:-…}` holds is quoted as the body is: a backslash stands before few characters only. */
function quotedOperand(part: WordPart): WordPart {
  if (part.type !== "parameter" || part.operation?.kind !== "default") return part;
  const operands = part.operation.operands.map((word) => ({
    ...word,
    parts: word.parts.map((inner) =>
      inner.type === "literal" || (inner.type === "quoted" && inner.written !== undefined)
        ? textOf(inner.type === "literal" ? inner.text : (inner.written ?? ""))
        : quotedOperand(inner),
    ),
  }));
  return { ...part, operation: { ...part.operation, operands } };
}

function textOf(text: string): WordPart {
  return { type: "literal", text, value: text.replace(/\\([$`\\}"])|\\\n/g, "$1") };
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
