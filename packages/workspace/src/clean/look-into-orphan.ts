import { join } from "node:path";

import { SHELF, type GitSession } from "@agent-sandbox/core";

import { problemIn, runSteps } from "../files/run-steps.ts";
import type { FoundRecord, Outcome } from "../files/step.ts";
import { gitAt } from "../git/git-at.ts";
import type { ShelfPlaces } from "../git/places.ts";
import { HEADS } from "../shelf/host-repository.ts";
import { MARK, RECORDS } from "../shelf/layout.ts";
import { parseMark } from "../shelf/mark.ts";
import { SESSION_PATHS } from "../shelf/settings.ts";
import { foreignFiles } from "./foreign-files.ts";
import { lastUses, objectStore, worktreeBytes } from "./measure-shelf.ts";
import { describeOthers } from "./other-risk.ts";
import type { ObjectStore, ShelfBranch, ShelfContents } from "./shelf-contents.ts";

const RISK = "all of it, since the workspace is gone";

/**
 * What a shelf holds whose workspace is gone: nobody can tell what of it the host had, so all of it is
 * at risk. Reads alone, and by the shelf's own configuration, of which git runs nothing here.
 */
export async function lookIntoOrphan(
  session: GitSession,
  root: string = SESSION_PATHS.shelf,
): Promise<ShelfContents> {
  const gitDir = join(root, SHELF.repo, ".git");
  const places = { root, shelf: { gitDir, workTree: join(root, SHELF.repo) } };
  const [records, worktrees, git] = await runSteps(session, [
    [{ do: "records", root, path: RECORDS }],
    [{ do: "records", root, path: SHELF.worktrees }],
    [{ do: "look", root, path: `${SHELF.repo}/.git` }],
  ]);
  const known = directoriesOf(records).map(({ name: key, files }) => ({
    key,
    name: parseMark(files[MARK], key)?.name ?? key,
  }));
  const named = [...known, ...straysIn(directoriesOf(worktrees), known)];
  // Without one, nothing was ever provisioned in it.
  const hasRepository = git?.[0]?.kind !== "absent";
  const refs = hasRepository ? await otherRefs(session, places, named) : [];
  return {
    branches: await describe(session, places, named),
    otherRisk: describeOthers([...refs, ...(await foreignFiles(session, root))]),
    objects: hasRepository ? await objectStore(session, places) : NO_OBJECTS,
  };
}

/** None where there is no directory at all; whatever else is in the way is a failure. */
function directoriesOf(outcomes: readonly Outcome[] = []): readonly FoundRecord[] {
  const [outcome] = outcomes;
  if (outcome?.problem?.reason === "absent") return [];
  const problem = problemIn(outcomes, "look into the repo shelf");
  if (problem !== undefined) throw problem;
  return outcome?.records ?? [];
}

const NO_OBJECTS: ObjectStore = { bytes: 0, loose: 0, packs: 0 };

type Named = Pick<ShelfBranch, "name" | "key">;

function straysIn(worktrees: readonly FoundRecord[], known: readonly Named[]): readonly Named[] {
  const keys = new Set(known.map(({ key }) => key));
  return worktrees
    .filter(({ name, entries }) => entries > 0 && !keys.has(name))
    .map(({ name }) => ({ key: name, name }));
}

type Places = Pick<ShelfPlaces, "root" | "shelf">;

async function describe(
  session: GitSession,
  places: Places,
  named: readonly Named[],
): Promise<readonly ShelfBranch[]> {
  const keys = named.map(({ key }) => key);
  const sizes = await worktreeBytes(session, places, keys);
  const uses = await lastUses(session, places, keys);
  return named.map((branch) => ({
    ...branch,
    ...{ risk: RISK, hasWorktree: true },
    ...{ bytes: sizes.get(branch.key) ?? 0, lastUsed: uses.get(branch.key) },
  }));
}

/** The refs that are not those of the branches, nor what the shelf remembers of elsewhere. */
async function otherRefs(
  session: GitSession,
  { shelf }: Places,
  named: readonly Named[],
): Promise<readonly string[]> {
  const refs = (await gitAt(session, shelf).run(["for-each-ref", "--format=%(refname)"])).split(
    "\n",
  );
  const known = new Set(["", ...named.map(({ name }) => HEADS + name)]);
  return refs.filter((ref) => !known.has(ref) && !ref.startsWith("refs/remotes/"));
}
