import type { CommandSubstitution, ProcessSubstitution } from "@agent-sandbox/shell-syntax";

import { askBashEach } from "../bash-batch.ts";
import { nodesOf } from "../insertions.ts";
import { askBothOf, type KnownRule } from "./known-rule.ts";

/** `declare -f` shows substitutions as bash has written them anew: as they are written where they are that already. */
export const writesAnew: KnownRule = ({ script }, isWell) => {
  if (!/declare -f|\btype\b/.test(script)) return false;
  const anew = withSubstitutionsAnew(script);
  return anew !== script && isWell(askBothOf(anew));
};

function withSubstitutionsAnew(script: string): string {
  const outer = outermost(script);
  const asked = outer.map(
    ({ end, start }) => `fn() { : ${script.slice(start, end)}\n}; declare -f fn`,
  );
  const answers = askBashEach(asked).map(
    ({ outcome }) => /^fn \(\) \n\{ \n {4}: ([^]*)\n\}\n$/.exec(outcome.stdout)?.[1],
  );
  return outer
    .map((place, index) => ({ ...place, anew: answers[index] }))
    .toReversed()
    .reduce(
      (text, { anew, end, start }) =>
        anew === undefined ? text : text.slice(0, start) + anew + text.slice(end),
      script,
    );
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where substitutions stand that are in no other one, from left to right. */
function outermost(script: string): readonly Place[] {
  const places: Place[] = [];
  for (const node of nodesOf(script).filter(isSubstitution)) {
    const place = placeOf(script, node);
    const isInside = places.some(
      ({ end, start }) => place && start < place.start && place.end < end,
    );
    if (place !== undefined && !isInside) places.push(place);
  }
  return places.toSorted((one, another) => one.start - another.start);
}

type Substitution = CommandSubstitution | ProcessSubstitution;

function isSubstitution(node: object): node is Substitution {
  return "script" in node && "type" in node && (node.type === "command" || node.type === "process");
}

/** From its `$(`, `<(` or `>(` to its end; nowhere in backquotes, whose positions are others. */
function placeOf(script: string, { script: { statements } }: Substitution): Place | undefined {
  const [from, to] = [statements[0]?.start, statements.at(-1)?.end];
  if (from === undefined || to === undefined) return undefined;
  const before = /[$<>]\(\s*$/.exec(script.slice(0, from))?.index;
  const behind = /^(?:\s|;|#.*\n)*\)/.exec(script.slice(to))?.[0].length;
  return before === undefined || behind === undefined
    ? undefined
    : { start: before, end: to + behind };
}
