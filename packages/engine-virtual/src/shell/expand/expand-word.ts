import type { Word, WordPart } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { LimitError } from "../../files/errors.ts";
import { ReportedFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { endingLine, evaluateNode } from "./evaluate-arithmetic.ts";
import { expandBraces } from "./expand-braces.ts";
import { expandGlob } from "./expand-glob.ts";
import { expandParameter } from "./expand-parameter.ts";
import { splitTilde } from "./expand-tilde.ts";
import { type Field, FieldBuilder } from "./field-builder.ts";
import { isUnsplit } from "./is-unsplit.ts";
import { substitute, substituteProcess } from "./substitute.ts";
import type { Target, Words } from "./target.ts";
import { addLiteral } from "./unquote-literal.ts";

/** The words that words of a command become. */
export function* expandWords(shell: Shell, words: readonly Word[]): Running<string[]> {
  const found: string[] = [];
  for (const word of words) {
    const plain = plainText(word);
    if (plain !== undefined) found.push(plain);
    else yield* expandInto(found, shell, word);
  }
  return found;
}

function* expandInto(found: string[], shell: Shell, whole: Word): Running<void> {
  const { maxWordCount } = shell.world.limits;
  for (const word of expandBraces(whole, maxWordCount)) {
    const separators = isUnsplit(word) ? "" : (shell.variables.text("IFS") ?? " \t\n");
    const builder = new FieldBuilder(separators);
    // What braces have made is no assignment any more, whatever it looks like.
    const tilde = word === whole ? "word" : "start";
    yield* into(word.parts, { shell, builder, quoted: false, splits: false, tilde });
    for (const field of builder.fields()) {
      if (field.pattern === undefined || shell.isOn("noglob")) found.push(field.text);
      else yield* globInto(found, shell, field);
    }
    if (found.length > maxWordCount) throw new LimitError("maxWordCount", maxWordCount);
    if (word !== whole) yield;
  }
}

function* globInto(found: string[], shell: Shell, field: Field): Running<void> {
  const paths = yield* expandGlob(shell, field.pattern ?? field.text);
  if (paths.length > 0) {
    for (const path of paths) found.push(path);
    return;
  }
  if (shell.isOn("failglob")) {
    throw new ReportedFailure(`no match: ${field.text}`, { ends: "line" });
  }
  if (!shell.isOn("nullglob")) found.push(field.text);
}

/** Most words are nothing but letters; false where a word is more. */
const plain = new WeakMap<Word, string | false>();

function plainText(word: Word): string | undefined {
  const known = plain.get(word);
  if (known !== undefined) return known === false ? undefined : known;
  const found = findPlain(word) ?? false;
  plain.set(word, found);
  return found === false ? undefined : found;
}

function findPlain({ parts }: Word): string | undefined {
  const texts = parts.map((part) => {
    if (part.type === "quoted") return part.value;
    if (part.type === "double" && part.parts.every(({ type }) => type === "literal")) {
      return part.parts.map((one) => (one.type === "literal" ? one.value : "")).join("");
    }
    const isBare = part.type === "literal" && part.text === part.value && !part.text.includes("~");
    return isBare && !/[*?[]/.test(part.text) ? part.value : undefined;
  });
  return texts.some((text) => text === undefined) || texts.length === 0
    ? undefined
    : texts.join("");
}

/** One text: what stands behind `=`, in `case`, in a here-document. */
export function* expandText(shell: Shell, word: Word): Running<string> {
  return (yield* wholeOf(shell, word, "word")).whole().text;
}

/** The value of an assignment: a tilde behind each colon counts as well. */
export function* expandValue(shell: Shell, word: Word): Running<string> {
  return (yield* wholeOf(shell, word, "assignment")).whole().text;
}

export function* expandPattern(shell: Shell, word: Word): Running<string> {
  return (yield* wholeOf(shell, word, "word")).wholePattern();
}

/** A regular expression, in which what was quoted stands for itself. */
export function* expandExpression(shell: Shell, word: Word): Running<string> {
  const builder = new FieldBuilder(undefined, (text) =>
    text.replace(/[\\^$.[\]|()*+?{}]/g, "\\$&"),
  );
  yield* into(word.parts, { shell, builder, quoted: false, splits: false, tilde: "word" });
  return builder.wholePattern();
}

function* wholeOf(shell: Shell, word: Word, tilde: Target["tilde"]): Running<FieldBuilder> {
  const builder = new FieldBuilder(undefined);
  const known = plainText(word);
  if (known !== undefined && word.parts.length === 1 && word.parts[0]?.type === "literal") {
    if (tilde !== "assignment" || !known.includes("~")) {
      builder.bare(known);
      return builder;
    }
  }
  yield* into(word.parts, { shell, builder, quoted: false, splits: false, tilde });
  return builder;
}

function* into(parts: readonly WordPart[], target: Target): Running<void> {
  for (const [index, part] of parts.entries()) {
    const { builder } = target;
    if (part.type === "literal") {
      if (target.quoted) builder.quoted(part.value);
      else literalInto(part, target, { index, count: parts.length });
    } else if (part.type === "quoted") {
      // In a here-document `${x:-'a'}` keeps its quotes, as all between double quotes does.
      const isText = target.quoted && target.splits && part.written === undefined;
      builder.quoted(isText ? `'${part.value}'` : part.value);
    } else if (part.type === "double") yield* doubleInto(part.parts, target);
    else if (part.type === "parameter") yield* expandParameter(part, target, WORDS);
    else yield* partInto(part, target);
  }
}

function literalInto(
  part: Extract<WordPart, { readonly type: "literal" }>,
  target: Target,
  { index, count }: { readonly index: number; readonly count: number },
): void {
  const { builder, shell, splits, tilde } = target;
  if (tilde === "none" || !part.text.includes("~")) {
    addLiteral(builder, part, splits);
    return;
  }
  // A word of a command that looks like an assignment is expanded like one.
  const looksLike = tilde !== "start" && index === 0 && /^[A-Za-z_]\w*=/.test(part.text);
  const isAssignment = tilde === "assignment" || looksLike;
  const pieces = isAssignment ? part.text.split(looksLike ? /(?<=[:=])/ : /(?<=:)/) : [part.text];
  pieces.forEach((piece, place) => {
    const isLast = index === count - 1 || place < pieces.length - 1;
    const mayBegin = place > 0 || index === 0;
    const split = mayBegin ? splitTilde(shell, piece, { isLast, isAssignment }) : undefined;
    if (split !== undefined) builder.quoted(split[0]);
    const text = split?.[1] ?? piece;
    addLiteral(builder, { text, value: text.replace(/\\([^])/gu, "$1") }, splits);
  });
}

function* doubleInto(parts: readonly WordPart[], target: Target): Running<void> {
  // `"$@"` with no parameter is no word at all; every other pair of quotes is one.
  if (parts.length === 0) target.builder.quoted("");
  const inner: Target = { ...target, quoted: true, tilde: "none" };
  if (parts.length < 2 || !parts.some(isList)) {
    yield* into(parts, inner);
    return;
  }
  for (const part of parts) {
    target.builder.isWeak = !isList(part);
    yield* into([target.builder.splits ? besideList(part) : part], inner);
  }
  target.builder.isWeak = false;
}

/** Beside a list in the same quotes, bash joins `${a[*]}` alone: with an operation each of its values is a word. */
function besideList(part: WordPart): WordPart {
  if (part.type !== "parameter") return part;
  const { index, name, operation, prefix } = part;
  if (operation?.kind === "names") return { ...part, operation: { ...operation, operator: "@" } };
  if (operation === undefined ? prefix !== "!" : operation.kind === "default") return part;
  if (name === "*") return { ...part, name: "@" };
  return index?.text === "*" ? { ...part, index: { ...index, text: "@" } } : part;
}

/** `$@`, `${a[@]}`. */
function isList(part: WordPart): boolean {
  return part.type === "parameter" && (part.name === "@" || part.index?.text === "@");
}

type Rest = Exclude<WordPart, { readonly type: "literal" | "quoted" | "double" | "parameter" }>;

function* partInto(part: Rest, target: Target): Running<void> {
  const { builder, quoted, shell } = target;
  const add = (text: string) => (quoted ? builder.quoted(text) : builder.expanded(text));
  switch (part.type) {
    case "command":
      add(yield* substitute(shell, part.script, WORDS));
      return;
    case "arithmetic":
      add((yield* arithmeticText(part, target)).toString());
      return;
    case "process":
      builder.quoted(yield* substituteProcess(shell, part.direction, part.script));
      return;
    default:
      yield* patternInto(part, target);
  }
}

function* arithmeticText(
  part: Extract<WordPart, { readonly type: "arithmetic" }>,
  { shell }: Target,
): Running<bigint> {
  try {
    return yield* evaluateNode(shell, part, WORDS);
  } catch (error) {
    throw endingLine(error);
  }
}

function* patternInto(
  part: Extract<WordPart, { readonly type: "glob" | "extended-glob" | "braces" }>,
  target: Target,
): Running<void> {
  const { builder, quoted } = target;
  if (quoted) {
    builder.quoted(part.text);
  } else if (part.type === "glob" || part.parts.length === 0) {
    addLiteral(builder, { text: part.text, value: part.text.replace(/\\([^])/gu, "$1") }, false);
  } else {
    const [open, close] = bracketsOf(part);
    builder.bare(open);
    yield* into(part.parts, { ...target, tilde: "none" });
    builder.bare(close);
  }
}

function bracketsOf(
  part: Extract<WordPart, { readonly type: "extended-glob" | "braces" }>,
): readonly [string, string] {
  if (part.type === "extended-glob") return [`${part.operator}(`, ")"];
  return part.text.startsWith("[") ? ["[", "]"] : ["{", "}"];
}

/** How words are expanded, for what is in them. */
export const WORDS: Words = { into, text: expandText, pattern: expandPattern };
