import { type Difference, differencesIn } from "./differences.ts";
import { messagesIn } from "./told.ts";

const TOKEN = /\s+|\w+|[^\s\w]/gu;
const MOST_ROUNDS = 60;

/** Candidates that are tried at once. */
const BATCH = 48;

/** The smallest script that bash and the virtual shell still answer differently, found by leaving out pieces. */
export function shrink(difference: Difference): Difference {
  let smallest = difference;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const smaller = smallerThan(smallest);
    if (smaller === undefined) return smallest;
    smallest = smaller;
  }
  return smallest;
}

function smallerThan(difference: Difference): Difference | undefined {
  const { script } = difference;
  const all = [...withoutLines(script), ...withoutTokens(script)];
  for (let at = 0; at < all.length; at += BATCH) {
    const found = differencesIn(all.slice(at, at + BATCH));
    const kept = found.filter((one) => isSame(one, difference));
    const best = kept.toSorted((a, b) => a.script.length - b.script.length)[0];
    if (best !== undefined) return best;
  }
  return undefined;
}

/** Otherwise a script that became another one by the way would take its place. */
function isSame(one: Difference, whole: Difference): boolean {
  return saysNothingNew(one, whole) && partedLines(one) === partedLines(whole);
}

/** The lines with which the outputs begin to differ, whatever numbers are in them. */
function partedLines({ bash, virtual }: Difference): string {
  const [left, right] = [bash.stdout.split("\n"), virtual.stdout.split("\n")];
  const at = left.findIndex((line, index) => line !== right[index]);
  return `${left[at] ?? ""}\n${right[at] ?? ""}`.replaceAll(/\d+/g, "0");
}

/** A script that fails in a way in which the whole did not is another matter. */
function saysNothingNew(one: Difference, whole: Difference): boolean {
  return (["bash", "virtual"] as const).every((shell) => {
    const known = new Set(messagesIn(whole[shell].stderr).split("\n"));
    return messagesIn(one[shell].stderr)
      .split("\n")
      .every((message) => known.has(message));
  });
}

function withoutLines(script: string): readonly string[] {
  return without(script.split("\n"), "\n");
}

function withoutTokens(script: string): readonly string[] {
  return without(script.match(TOKEN) ?? [], "");
}

/** Without each run of pieces, the long ones first. */
function without(pieces: readonly string[], glue: string): readonly string[] {
  const found: string[] = [];
  for (let size = pieces.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at + size <= pieces.length; at += Math.max(1, size >> 1)) {
      found.push([...pieces.slice(0, at), ...pieces.slice(at + size)].join(glue));
    }
  }
  return found;
}
