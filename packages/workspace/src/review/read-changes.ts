import type { Compared } from "./compared.ts";

/** What a branch makes of one path. */
export interface Change {
  readonly path: string;
  /** git's letter: added, modified, deleted, or another type of file. */
  readonly status: "A" | "M" | "D" | "T";
  readonly before: Side;
  readonly after: Side;
  /** Lines; undefined for a binary file. */
  readonly added: number | undefined;
  readonly removed: number | undefined;
}

/** An entry of a tree: mode in octal, and the object; all zeros where there is none. */
export interface Side {
  readonly mode: string;
  readonly object: string;
}

export const DIFF = ["diff-tree", "-r", "--no-ext-diff", "--no-textconv", "--no-renames"] as const;

/** All changes between the base and the branch. */
export async function readChanges({
  git,
  base,
  tip,
  environment,
}: Compared): Promise<readonly Change[]> {
  const options = ["--raw", "--numstat", "-z", "--no-abbrev", "--ignore-submodules=none"];
  const output = await git.run([...DIFF, ...options, base, tip], { environment });
  return parseChanges(output);
}

const RAW = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([AMDT])$/;
const LINES = /^(\d+|-)\t(\d+|-)\t(.*)$/s;

/** Pure: git-diff-tree(1), "RAW OUTPUT FORMAT" and "OTHER DIFF FORMATS", each with `-z`. */
function parseChanges(output: string): readonly Change[] {
  const fields = output.split("\0");
  const raw: (readonly [string, RegExpExecArray])[] = [];
  let next = 0;
  for (; ; next += 2) {
    const found = RAW.exec(fields[next] ?? "");
    if (found === null) break;
    raw.push([fields[next + 1] ?? "", found]);
  }
  const counts = new Map(
    fields.slice(next).flatMap((field) => {
      const [, added = "-", removed = "-", path] = LINES.exec(field) ?? [];
      return path === undefined ? [] : [[path, { added: lines(added), removed: lines(removed) }]];
    }),
  );
  return raw.map(([path, [, before = "", after = "", from = "", to = "", status]]) => ({
    path,
    status: status as Change["status"],
    before: { mode: before, object: from },
    after: { mode: after, object: to },
    ...(counts.get(path) ?? { added: undefined, removed: undefined }),
  }));
}

function lines(count: string): number | undefined {
  return count === "-" ? undefined : Number(count);
}
