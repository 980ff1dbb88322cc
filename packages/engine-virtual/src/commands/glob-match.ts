/** One step of a pattern: a character, a set of them, any of them, or any number of any. */
type Step = "any" | "star" | ((character: string) => boolean);

const CLASS_TESTS: Readonly<Record<string, RegExp>> = {
  alnum: /[\p{L}\p{N}]/u,
  alpha: /\p{L}/u,
  blank: /[ \t]/,
  digit: /[0-9]/,
  lower: /\p{Ll}/u,
  punct: /[\p{P}\p{S}]/u,
  space: /\s/,
  upper: /\p{Lu}/u,
  xdigit: /[0-9a-fA-F]/,
};

const BRACKET = /^\[([!^]?)(\]?(?:\[:\w+:\]|\\.|[^\]])*)\]/s;

function bracketTest(negated: boolean, inside: string): (character: string) => boolean {
  const tests = Array.from(
    inside.matchAll(/\[:(\w+):\]|\\?(.)(?:-\\?([^\]]))?/gsu),
    ([, name, from = "", to = from]) => {
      const named = name === undefined ? undefined : CLASS_TESTS[name];
      if (name !== undefined) return (character: string) => named?.test(character) ?? false;
      return (character: string) => character >= from && character <= to;
    },
  );
  return (character) => tests.some((test) => test(character)) !== negated;
}

const PARTS = /(\[[!^]?\]?(?:\[:\w+:\]|\\.|[^\]])*\])|\\(.)|([*?])|(.)/gsu;

function stepOf([, bracket, escaped, wild, plain]: readonly (string | undefined)[]): Step {
  if (bracket !== undefined) {
    const [, negation = "", inside = ""] = BRACKET.exec(bracket) ?? [];
    return bracketTest(negation !== "", inside);
  }
  if (wild !== undefined) return wild === "*" ? "star" : "any";
  const character = escaped ?? plain;
  return (other) => other === character;
}

const stepsOf = (pattern: string): readonly Step[] => Array.from(pattern.matchAll(PARTS), stepOf);

/** After a star has failed, it takes one character more: no more than one star is ever open. */
function matches(steps: readonly Step[], text: readonly string[]): boolean {
  let at = 0;
  let step = 0;
  let star = -1;
  let taken = 0;
  while (at < text.length) {
    const next = steps[step];
    if (next === "star") {
      star = step;
      taken = at;
      step += 1;
    } else if (next !== undefined && (next === "any" || next(text[at] ?? ""))) {
      at += 1;
      step += 1;
    } else if (star !== -1) {
      taken += 1;
      at = taken;
      step = star + 1;
    } else {
      return false;
    }
  }
  return steps.slice(step).every((rest) => rest === "star");
}

/** Of a pattern whose only signs are stars: the texts between them, in order. */
function starMatcher(
  parts: readonly string[],
  folded: (text: string) => string,
): (text: string) => boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return (text) => folded(text) === first;
  const least = first.length + last.length;
  return (given) => {
    const text = folded(given);
    if (text.length < least || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}

/** Whether a whole text is what a pattern says; fnmatch(3), where `*` takes a `/` too. */
export function globMatcher(pattern: string, ignoreCase = false): (text: string) => boolean {
  const folded = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  if (/^[^?[\\]*$/.test(pattern)) return starMatcher(folded(pattern).split("*"), folded);
  const steps = stepsOf(folded(pattern));
  return (text) => matches(steps, Array.from(folded(text)));
}
