import type { Running } from "../../commands/command.ts";
import { endsOf } from "./match-choices.ts";
import { endAt, findFirst, type Segment, startAt } from "./match-segment.ts";
import type { Pattern } from "./parse-pattern.ts";

/** Whether all of a text is what the pattern says. */
export function* matching(pattern: Pattern, text: string): Running<boolean> {
  const literal = literalOf(pattern);
  if (literal !== undefined) return literal === text;
  const segments = segmentsOf(pattern);
  if (segments !== undefined) return yield* fits(segments, text);
  return (yield* endsOf(pattern, text, [0])).at(-1) === text.length;
}

/** The same of a text that is short, as a file's name. */
export function matches(pattern: Pattern, text: string): boolean {
  const steps = matching(pattern, text);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The text that the pattern says word for word; undefined where it says more than one. */
export function literalOf(pattern: Pattern): string | undefined {
  const [first] = pattern;
  if (first === undefined) return "";
  return pattern.length === 1 && first.type === "text" ? first.text : undefined;
}

/** What stands between the stars; undefined where a part can fit in more than one way. */
export function segmentsOf(pattern: Pattern): readonly Segment[] | undefined {
  const segments: Segment[number][][] = [];
  let last: Segment[number][] = [];
  for (const node of pattern) {
    if (node.type === "choice") return undefined;
    if (node.type === "star") {
      segments.push(last);
      last = [];
    } else last.push(node);
  }
  return [...segments, last];
}

/** Each part as far to the left as it goes, and the last one at the end. */
function* fits([first = [], ...rest]: readonly Segment[], text: string): Running<boolean> {
  let at = endAt(first, text, 0);
  const last = rest.pop();
  if (last === undefined || at === -1) return at === text.length;
  const end = startAt(last, text, text.length);
  for (const segment of rest) {
    const found = yield* findFirst(segment, text, { start: at, end });
    if (found === undefined) return false;
    at = found.end;
  }
  return at <= end;
}
