import type { GitSession } from "@agent-sandbox/core";

import { openShelf } from "../shelf/open-shelf.ts";
import type { ShelfSettings } from "../shelf/settings.ts";
import { objectStore } from "./measure-shelf.ts";
import type { ObjectStore } from "./shelf-contents.ts";

/**
 * What no ref, reflog or index has needed for two weeks goes. Reflogs are kept for ever, and worktrees
 * are ours to remove (git-gc(1)).
 */
const SETTINGS = [
  ["gc.cruftPacks", "true"],
  ["gc.pruneExpire", "2.weeks.ago"],
  ["gc.reflogExpire", "never"],
  ["gc.reflogExpireUnreachable", "never"],
  ["gc.worktreePruneExpire", "never"],
] as const;

/**
 * Packs what the branches share. To be called while no sandbox that mounts the shelf runs. Killed at
 * any point, it leaves a shelf as whole as before.
 */
export async function packShelf(
  session: GitSession,
  settings: ShelfSettings,
): Promise<{ readonly before: ObjectStore; readonly after: ObjectStore }> {
  const { git, places } = await openShelf(session, settings);
  const before = await objectStore(session, places);
  // By force: one that was killed leaves word that it runs.
  await git.run(["gc", "--quiet", "--force"], { environment: asEnvironment(SETTINGS) });
  return { before, after: await objectStore(session, places) };
}

/** git-config(1), "Environment". */
function asEnvironment(
  settings: readonly (readonly [key: string, value: string])[],
): Readonly<Record<string, string>> {
  return Object.fromEntries<string>([
    ["GIT_CONFIG_COUNT", settings.length.toString()] as const,
    ...settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key] as const,
      [`GIT_CONFIG_VALUE_${index}`, value] as const,
    ]),
  ]);
}

/** Pure: whether it is worth the time. A packed shelf has one pack, and one for what nothing refers to. */
export function isWorthPacking({ loose, packs }: ObjectStore): boolean {
  return loose > 0 || packs > 2;
}
