import type { Running } from "../../commands/command.ts";
import type { Pattern, PatternNode } from "./parse-pattern.ts";

/** Ascending positions without duplicates. */
type Positions = readonly number[];

type Choice = Extract<PatternNode, { readonly type: "choice" }>;

/** Positions that are worked on without a tick. */
const FEW = 4_096;

/**
 * Where matches that start at one of `starts` can end. All ways are followed at once, so that no pattern
 * takes longer than its length times the text's; what `!(…)` is not costs once more the text's.
 */
export function* endsOf(pattern: Pattern, text: string, starts: Positions): Running<Positions> {
  let positions = starts;
  for (const node of pattern) {
    if (positions.length === 0) return positions;
    positions =
      node.type === "choice" ? yield* choose(node, text, positions) : stepOf(node, text, positions);
    if (positions.length > FEW) yield;
  }
  return positions;
}

function stepOf(node: Exclude<PatternNode, Choice>, text: string, starts: Positions): Positions {
  switch (node.type) {
    case "text":
      return starts
        .filter((at) => text.startsWith(node.text, at))
        .map((at) => at + node.text.length);
    case "any":
      return starts.filter((at) => at < text.length).map((at) => at + characterAt(text, at).length);
    case "set":
      return starts
        .filter((at) => at < text.length && node.has(characterAt(text, at)))
        .map((at) => at + characterAt(text, at).length);
    case "star":
      return range(starts[0] ?? 0, text.length);
  }
}

function* choose(node: Choice, text: string, starts: Positions): Running<Positions> {
  const once = (from: Positions) => anyOf(node, text, from);
  switch (node.operator) {
    case "@":
      return yield* once(starts);
    case "?":
      return sorted([starts, yield* once(starts)]);
    case "*":
      return yield* repeated(once, starts);
    case "+":
      return yield* repeated(once, yield* once(starts));
    case "!":
      return yield* none(once, starts, text.length);
  }
}

function* anyOf({ choices }: Choice, text: string, starts: Positions): Running<Positions> {
  const found: Positions[] = [];
  for (const choice of choices) found.push(yield* endsOf(choice, text, starts));
  return sorted(found);
}

type Once = (from: Positions) => Running<Positions>;

function* repeated(once: Once, starts: Positions): Running<Positions> {
  const reached = new Set(starts);
  let fresh = starts;
  let steps = 0;
  while (fresh.length > 0) {
    fresh = (yield* once(fresh)).filter((at) => !reached.has(at));
    for (const at of fresh) reached.add(at);
    steps += 1 + fresh.length;
    if (steps <= FEW) continue;
    steps = 0;
    yield;
  }
  return sorted([[...reached]]);
}

/** Every end but those of matches; an end that a match has from each start before it is none. */
function* none(once: Once, starts: Positions, length: number): Running<Positions> {
  const refusals = new Map<number, number>();
  let steps = 0;
  for (const start of starts) {
    const ends = yield* once([start]);
    for (const end of ends) refusals.set(end, (refusals.get(end) ?? 0) + 1);
    steps += 1 + ends.length;
    if (steps <= FEW) continue;
    steps = 0;
    yield;
  }
  let before = 0;
  return range(starts[0] ?? 0, length).filter((end) => {
    while (before < starts.length && (starts[before] ?? 0) <= end) before += 1;
    return (refusals.get(end) ?? 0) < before;
  });
}

function sorted(lists: readonly Positions[]): Positions {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined && isAscending(only)) return only;
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}

const isAscending = (positions: Positions): boolean =>
  positions.every((at, index) => index === 0 || at > (positions[index - 1] ?? 0));

function range(from: number, to: number): Positions {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
