import { isFixed } from "./cost.ts";
import { couldTake, firstCharacter } from "./first-character.ts";
import type { Expression } from "./syntax.ts";

/*
 * An engine that tries in order takes a repeated character rather than leave it, and so on. Say that one
 * way to match takes it and another one does not: the first is further in the text, but further back in
 * the expression. As long as both go on by one character at a time, the second can only end further if
 * they meet, at one place of both; from there they can do the same. So a row of characters, sets and
 * repeats of these is the longest first. What goes on by several characters at once, a choice of texts
 * or a repeated text, could be jumped over without meeting, as in `a?(ab)?` on "ab": it must begin with
 * what nothing that is open before it can take, so that every way comes to it at one place, if at all.
 */

/** What a way to match that is behind the others may be taking; nothing where there is but one way. */
type Open = readonly Expression[];

type Of<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;

const isOne = ({ kind }: Expression): boolean => ["character", "any", "set"].includes(kind);

/** Whether every way to match comes to this at one place, if at all. */
function isReachedAtOnce(node: Expression, open: Open): boolean {
  if (open.length === 0) return true;
  const first = firstCharacter(node);
  return first !== undefined && !open.some((one) => couldTake(one, first));
}

/** The text that every match begins with, as far as it is known, in one case. */
function prefixOf(node: Expression): { readonly text: string; readonly isWhole: boolean } {
  switch (node.kind) {
    case "character":
      return { text: node.character.toLowerCase(), isWhole: true };
    case "group":
      return prefixOf(node.inner);
    case "sequence": {
      let text = "";
      for (const part of node.parts) {
        const prefix = prefixOf(part);
        text += prefix.text;
        if (!prefix.isWhole) return { text, isWhole: false };
      }
      return { text, isWhole: true };
    }
    default:
      return { text: "", isWhole: false };
  }
}

/** Whether at most one of these can match at any place, so that their order says nothing. */
const areApart = (texts: readonly string[]): boolean =>
  texts.every((text, index) =>
    texts.slice(index + 1).every((other) => !text.startsWith(other) && !other.startsWith(text)),
  );

/** Whether none can begin behind another one and end before it, which is the only way to jump over it. */
const areBesideEachOther = (texts: readonly string[]): boolean =>
  texts.every((text) => !texts.some((other) => text.slice(1, -1).includes(other)));

function openAfterChoice({ parts }: Of<"choice">, open: Open): Open | undefined {
  const prefixes = parts.map(prefixOf);
  const texts = prefixes.map(({ text }) => text);
  if (!areApart(texts)) return undefined;
  if (parts.every((part) => isReachedAtOnce(part, open))) {
    const opens = parts.map((part) => openAfter(part, []));
    return opens.includes(undefined) ? undefined : opens.flatMap((one) => one ?? []);
  }
  const areTexts = prefixes.every(({ isWhole }) => isWhole);
  return areTexts && areBesideEachOther(texts) ? [...open, ...parts.flatMap(onesIn)] : undefined;
}

/** The characters and sets of something that is nothing else. */
function onesIn(node: Expression): readonly Expression[] {
  if (node.kind === "sequence") return node.parts.flatMap(onesIn);
  return node.kind === "group" ? onesIn(node.inner) : [node];
}

/** What always takes as many characters can be repeated: the ways part where it is left, not within. */
function openAfterRepeat(node: Of<"repeat">, open: Open): Open | undefined {
  const { inner, least, most, lazy } = node;
  if (lazy || !isFixed(inner)) return undefined;
  const isAtOnce = isReachedAtOnce(inner, open);
  if (!isOne(inner) && !isAtOnce) return undefined;
  const before = isAtOnce && least > 0 ? [] : open;
  return isAtOnce && least === most ? before : [...before, ...onesIn(inner)];
}

function openAfter(node: Expression, open: Open): Open | undefined {
  switch (node.kind) {
    case "character":
    case "any":
    case "set":
      return isReachedAtOnce(node, open) ? [] : [...open, node];
    case "choice":
      return openAfterChoice(node, open);
    case "group":
      return openAfter(node.inner, open);
    case "sequence":
      return node.parts.reduce<Open | undefined>(
        (before, part) => before && openAfter(part, before),
        open,
      );
    case "repeat":
      return openAfterRepeat(node, open);
    // A place or a look takes nothing. A back-reference only this kind of engine knows at all.
    default:
      return open;
  }
}

/** Whether the first match that an engine finds which tries in order is the longest as well. */
export const isLongestFirst = (node: Expression): boolean => openAfter(node, []) !== undefined;
