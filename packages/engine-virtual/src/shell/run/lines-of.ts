import type { Script, Statement } from "@agent-sandbox/shell-syntax";

/** What bash reads at once: the commands of one line, with the lines that these go on to. */
export interface Line {
  readonly script: Script;
  /** Where the first of its commands begins. */
  readonly start: number;
  /** Where what is behind it begins. */
  readonly end: number;
}

/** The lines of a script, each with its commands. */
export function* linesOf(script: Script, text: string): Iterable<Line> {
  const { statements } = script;
  let from = 0;
  for (let to = 1; to <= statements.length; to += 1) {
    const next = statements[to];
    if (next !== undefined && !isBreakBetween(text, statements[to - 1], next)) continue;
    const own = from === 0 && next === undefined ? script : scriptOf(statements.slice(from, to));
    yield { script: own, start: statements[from]?.start ?? 0, end: next?.start ?? text.length };
    from = to;
  }
}

function isBreakBetween(
  text: string,
  before: Statement | undefined,
  { start }: Statement,
): boolean {
  const at = text.indexOf("\n", before?.end);
  return at !== -1 && at < start;
}

function scriptOf(statements: readonly Statement[]): Script {
  return { type: "script", statements };
}
