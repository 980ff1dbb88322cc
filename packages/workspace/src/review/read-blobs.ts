import type { Git } from "../git/git-at.ts";

/** Above it nobody's manifest or link is honest, and we would only wait. */
const MAX_BYTES = 2 ** 20;
const MAX_COUNT = 500;

/** What small blobs hold, by object. Those that are too large or too many are left out. */
export async function readBlobs(
  git: Git,
  objects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(objects)];
  if (distinct.length === 0) return new Map();
  const sizes = await git.run(["cat-file", "--batch-check"], { input: `${distinct.join("\n")}\n` });
  const small = sizes
    .split("\n")
    .map((line) => /^([0-9a-f]+) blob (\d+)$/.exec(line))
    .flatMap((found) => (Number(found?.[2] ?? Infinity) <= MAX_BYTES ? (found?.[1] ?? []) : []));
  const contents = new Map<string, string>();
  for (const object of small.slice(0, MAX_COUNT)) {
    const { status, stdout } = await git.ask(["cat-file", "blob", object]);
    if (status === 0) contents.set(object, stdout);
  }
  return contents;
}
