import type { Pattern, PatternNode } from "./parse-pattern.ts";

/** Whether all of the text is what the pattern says. */
export function matches(pattern: Pattern, text: string): boolean {
  const literal = literalOf(pattern);
  if (literal !== undefined) return literal === text;
  return endsOf(pattern, text, [0]).includes(text.length);
}

/** The text that the pattern says word for word; undefined where it says more than one. */
export function literalOf(pattern: Pattern): string | undefined {
  const [first] = pattern;
  if (first === undefined) return "";
  return pattern.length === 1 && first.type === "text" ? first.text : undefined;
}

/** Ascending positions without duplicates. */
type Positions = readonly number[];

/**
 * Where matches that start at one of `starts` can end. All ways are followed at once, so that no pattern
 * takes longer than its length times the text's.
 */
export function endsOf(pattern: Pattern, text: string, starts: Positions): Positions {
  let positions = starts;
  for (const node of pattern) {
    if (positions.length === 0) return positions;
    positions = stepOf(node, text, positions);
  }
  return positions;
}

function stepOf(node: PatternNode, text: string, starts: Positions): Positions {
  switch (node.type) {
    case "text":
      return starts
        .filter((at) => text.startsWith(node.text, at))
        .map((at) => at + node.text.length);
    case "any":
      return starts.filter((at) => at < text.length).map((at) => at + widthAt(text, at));
    case "set":
      return starts
        .filter((at) => at < text.length && node.has(characterAt(text, at)))
        .map((at) => at + widthAt(text, at));
    case "star":
      return range(starts[0] ?? 0, text.length);
    case "choice":
      return choose(node, text, starts);
  }
}

function choose(
  node: Extract<PatternNode, { readonly type: "choice" }>,
  text: string,
  starts: Positions,
): Positions {
  const once = (from: Positions) =>
    sorted(node.choices.flatMap((choice) => endsOf(choice, text, from)));
  switch (node.operator) {
    case "@":
      return once(starts);
    case "?":
      return sorted([...starts, ...once(starts)]);
    case "*":
      return repeated(once, starts);
    case "+":
      return repeated(once, once(starts));
    case "!":
      return sorted(
        starts.flatMap((start) => {
          const not = new Set(once([start]));
          return range(start, text.length).filter((end) => !not.has(end));
        }),
      );
  }
}

function repeated(once: (from: Positions) => Positions, starts: Positions): Positions {
  const reached = new Set(starts);
  let fresh = starts;
  while (fresh.length > 0) {
    fresh = once(fresh).filter((at) => !reached.has(at));
    for (const at of fresh) reached.add(at);
  }
  return sorted([...reached]);
}

function sorted(positions: Positions): Positions {
  return [...new Set(positions)].sort((a, b) => a - b);
}

function range(from: number, to: number): Positions {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
