import { joined, sumOf } from "./arithmetic.ts";
import type { Compiler } from "./compiler.ts";
import { Expressions } from "./expressions.ts";
import type { Compiled, Frame, Outputs } from "./filter.ts";
import { combinations, many, NOW, Pause, single } from "./filter.ts";
import type { Json } from "./json.ts";
import { captured, spanOf } from "./match-parts.ts";

const IDENTITY = single((input) => input);

/** A text with another one behind it; nothing is none. */
function added(text: string, more: Json): string {
  const result = sumOf([text, more]);
  return typeof result === "string" ? result : text;
}

/** `sub(expression; text; flags)`: one output for each combination of what the texts are. */
export function compileSubstitution(args: readonly Compiled[], { machine }: Compiler): Compiled {
  const expressions = new Expressions();
  const [pattern = IDENTITY, text = IDENTITY, flags = IDENTITY] = args;
  const replaced = function* (input: string, matches: Iterable<Json>, frame: Frame): Outputs {
    const characters = /[\ud800-\udfff]/.test(input) ? Array.from(input) : undefined;
    const slice = (from: number, to?: number): string =>
      characters?.slice(from, to).join("") ?? input.slice(from, to);
    let texts: readonly string[] = [""];
    let at = 0;
    for (const match of matches) {
      const { offset, length } = spanOf(match);
      const gap = slice(at, offset);
      const next: string[] = [];
      // Of several texts for a match, the first goes behind all that was made until then.
      for (const output of text.run(captured(match), frame)) {
        if (output instanceof Pause) yield output;
        else next.push(...texts.map((before) => added(joined(before, gap), output)));
      }
      texts = next;
      at = offset + length;
      if (machine.isTime()) yield NOW;
    }
    const rest = slice(at);
    for (const before of texts) yield joined(before, rest);
  };
  return many(function* (input, frame) {
    for (const values of combinations([pattern, flags], input, frame)) {
      if (values instanceof Pause) yield values;
      else {
        const [expression = null, given = null] = values;
        const matches = expressions.matches(input, expression, given);
        yield* replaced(typeof input === "string" ? input : "", matches, frame);
      }
    }
  });
}
