import type { SimpleCommand } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { ShellFailure } from "../shell-failure.ts";
import { nodesIn } from "./nodes-in.ts";
import { readScript } from "./parse-cache.ts";

type Aliases = ReadonlyMap<string, string>;

/** Text that an alias became. */
interface Replaced {
  readonly start: number;
  readonly end: number;
  /** The aliases that it came from, which stay what they are in it. */
  readonly names: readonly string[];
  /** Whether the word behind it is looked for among the aliases, too. */
  readonly goesOn: boolean;
}

interface Use {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const MOST_USES = 1000;
const MOST_CHARACTERS = 131_072;

/** A line with each alias that a command begins with in its place; undefined where there is none. */
export function* expandAliases(line: string, aliases: Aliases): Running<string | undefined> {
  let text = line;
  let done: readonly Replaced[] = [];
  for (;;) {
    const uses = usesIn(text, aliases, done);
    if (uses.length === 0) return done.length === 0 ? undefined : text;
    if (done.length + uses.length > MOST_USES) refuse(`more than ${MOST_USES} aliases`);
    done = replacedBy(uses, aliases, done);
    text = textWith(text, uses, aliases);
    yield;
  }
}

function refuse(what: string): never {
  throw new ShellFailure(`a line becomes ${what}`, { status: 2, ends: "script" });
}

/** In their order. */
function usesIn(text: string, aliases: Aliases, done: readonly Replaced[]): readonly Use[] {
  const behind = new Set(done.filter(({ goesOn }) => goesOn).map(({ end }) => wordAt(text, end)));
  const uses: Use[] = [];
  for (const node of nodesIn(readScript(text))) {
    if (node.type !== "simple") continue;
    for (const [index, word] of (node as SimpleCommand).words.entries()) {
      if (word.type !== "word" || (index > 0 && !behind.has(word.start))) continue;
      const { end, start, text: name } = word;
      const isAlias = aliases.has(name) && text.slice(start, end) === name;
      if (isAlias && !isWithinItself(name, start, done)) uses.push({ name, start, end });
    }
  }
  return uses.toSorted((a, b) => a.start - b.start);
}

function wordAt(text: string, from: number): number {
  return from + (/^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0);
}

function isWithinItself(name: string, at: number, done: readonly Replaced[]): boolean {
  return done.some(({ end, names, start }) => start <= at && at < end && names.includes(name));
}

function replacedBy(
  uses: readonly Use[],
  aliases: Aliases,
  done: readonly Replaced[],
): readonly Replaced[] {
  const moved = (at: number): number =>
    uses.reduce((to, use) => (use.end <= at ? to + growth(use, aliases) : to), at);
  const outer = done.map((one) => ({ ...one, start: moved(one.start), end: moved(one.end) }));
  const own = uses.map(({ name, start }) => {
    const value = aliases.get(name) ?? "";
    const around = done.filter((one) => one.start <= start && start < one.end);
    return {
      ...{ start: moved(start), end: moved(start) + value.length, goesOn: /[ \t]$/.test(value) },
      names: [name, ...around.flatMap(({ names }) => names)],
    };
  });
  return [...outer, ...own];
}

function growth({ end, name, start }: Use, aliases: Aliases): number {
  return (aliases.get(name)?.length ?? 0) - (end - start);
}

function textWith(text: string, uses: readonly Use[], aliases: Aliases): string {
  const length = uses.reduce((sum, use) => sum + growth(use, aliases), text.length);
  if (length > MOST_CHARACTERS) refuse(`longer than ${MOST_CHARACTERS} characters by its aliases`);
  let made = "";
  let at = 0;
  for (const { end, name, start } of uses) {
    made += text.slice(at, start) + (aliases.get(name) ?? "");
    at = end;
  }
  return made + text.slice(at);
}
