import { SHELF, type SandboxError } from "@agent-sandbox/core";

import { problemIn, runSteps } from "../files/run-steps.ts";
import type { Step } from "../files/step.ts";
import { formatMark } from "../shelf/mark.ts";
import { MARK, RECORDS } from "../shelf/layout.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";
import { isWanted, withErrors, type Batch, type Wanted } from "./wanted.ts";

/** Makes the placeholders and the gate's folder of each branch, and marks it as whole: the last thing. */
export async function finishBranches(
  shelf: OpenShelf,
  batch: Batch<Wanted>,
): Promise<Batch<Wanted>> {
  const wanted = batch.filter(isWanted);
  const outcomes = await runSteps(
    shelf.session,
    wanted.map((branch) => finalSteps(shelf, branch)),
  );
  const errors = wanted.flatMap(({ name, key }, index): [string, SandboxError][] => {
    const problem = problemIn(outcomes[index] ?? [], `protect the worktree of "${name}"`);
    return problem === undefined ? [] : [[key, problem]];
  });
  return withErrors(batch, new Map(errors));
}

function finalSteps(shelf: OpenShelf, branch: Wanted): readonly Step[] {
  const { root, gate } = shelf.places;
  const { placeholders } = branch.request;
  const held = placeholders.map(({ path, kind, content }): Step => {
    if (kind !== "file") return { do: "directory", root, path, orFile: kind === "any" };
    return { do: "file", root, path, content };
  });
  return [
    ...excludeSteps(root, branch),
    ...held,
    { do: "publish", root: gate, path: `${branch.key}/branch`, content: `${branch.name}\n` },
    ...markSteps(shelf, branch),
  ];
}

/** So that what only holds a place does not show as a file that git does not know. */
function excludeSteps(root: string, { key, request }: Wanted): readonly Step[] {
  const worktree = `${SHELF.worktrees}/${key}/`;
  const patterns = request.placeholders
    .filter(({ kind, path }) => kind === "file" && path.startsWith(worktree))
    .map(
      ({ path }) => `/${path.slice(worktree.length).replaceAll(/[\\*?[\]! #]/g, String.raw`\$&`)}`,
    );
  if (patterns.length === 0) return [];
  const path = `${SHELF.repo}/.git/info/exclude`;
  return [{ do: "lines", root, path, content: patterns.join("\n") }];
}

function markSteps({ places, records }: OpenShelf, { name, key, start }: Wanted): readonly Step[] {
  // Where the branch started is known only to the run that made it.
  const mark = records.get(key)?.mark ?? { name, start };
  const path = `${RECORDS}/${key}/${MARK}`;
  return [{ do: "write", root: places.root, path, content: formatMark(mark) }];
}
