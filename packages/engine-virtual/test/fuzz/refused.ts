import type { SimpleCommand } from "@agent-sandbox/shell-syntax";

import { areAlike } from "./alike.ts";
import type { Difference } from "./differences.ts";
import { nodesOf } from "./insertions.ts";
import { isKnown } from "./known.ts";
import { askBothOf } from "./known/known-rule.ts";
import { messagesIn } from "./told.ts";

const REFUSAL =
  /^(?:bash: )?([\w-]+): .*(?:invalid option|unrecognized option|unknown predicate|not supported|cannot run it|invalid format character|and not changed|invalid argument '.*' for ')/;

/** What the virtual shell says of something, by its name, that it has not, and bash has. */
export function refusalsIn({ bash, virtual }: Outcomes): readonly string[] {
  const [theirs, ours] = [refusalsOf(bash), refusalsOf(virtual)];
  // A command that refuses something in both refuses it in other words.
  const both = new Set(theirs.filter((line) => !ours.includes(line)).map(nameIn));
  return ours.filter((line) => !theirs.includes(line) && !both.has(nameIn(line)));
}

type Outcomes = Pick<Difference, "bash" | "virtual">;

function refusalsOf({ stderr }: Outcomes["bash"]): readonly string[] {
  return messagesIn(stderr)
    .split("\n")
    .filter((line) => REFUSAL.test(line));
}

function nameIn(refusal: string): string {
  return REFUSAL.exec(refusal)?.[1] ?? "";
}

/** Whether both answer alike, but for what is known, where the calls that are refused are left out. */
export function isRefused(difference: Difference): boolean {
  const rest = withoutCalls(difference.script, refusalsIn(difference));
  if (rest === difference.script) return false;
  const another = askBothOf(rest);
  return areAlike(another.bash, another.virtual) || isRefused(another) || isKnown(another);
}

function withoutCalls(script: string, refusals: readonly string[]): string {
  if (refusals.length === 0) return script;
  const calls = nodesOf(script).filter(isSimple);
  const refused = new Set(refusals.flatMap((one) => refusedIn(calls, one)));
  const outer = [...refused].filter((one) => ![...refused].some((other) => isInside(one, other)));
  return outer
    .toSorted((one, another) => another.start - one.start)
    .reduce((text, { end, start }) => `${text.slice(0, start)}true${text.slice(end)}`, script);
}

/** The calls with what is refused among their options; where there are none, all of the command. */
function refusedIn(calls: readonly SimpleCommand[], refusal: string): readonly SimpleCommand[] {
  const name = nameIn(refusal);
  const [, quoted, bare] = /['`]([^']+)'|: (-\S+)/.exec(refusal) ?? [];
  const what = quoted ?? bare ?? "";
  const named = calls.filter((call) => textsOf(call).includes(name));
  const exact = named.filter((call) =>
    textsOf(call).some((text) => text === what || (text.startsWith("-") && text.includes(what))),
  );
  return exact.length > 0 ? exact : named;
}

function textsOf({ words }: SimpleCommand): readonly string[] {
  return words.map((word) => (word.type === "word" ? word.text.replace(/^'(.*)'$/, "$1") : ""));
}

function isSimple(node: object): node is SimpleCommand {
  return "type" in node && node.type === "simple";
}

function isInside(one: SimpleCommand, other: SimpleCommand): boolean {
  return one !== other && other.start <= one.start && one.end <= other.end;
}
