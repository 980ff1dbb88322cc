import { hooksPlace } from "../shelf/hooks-place.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";

const HOOKS = ["-maxdepth", "1", "-type", "f", "-perm", "-u+x", "!", "-name", "*.sample"];

/** Hooks outside of the workspace are in no sandbox of a branch: who relies on them should know. */
export async function hookNotes({ session, settings }: OpenShelf): Promise<readonly string[]> {
  const { path, inside } = hooksPlace(settings);
  if (inside !== undefined) return [];
  const argv = ["/usr/bin/find", "-L", path, ...HOOKS] as const;
  const { status, stdout } = await session.run({ argv });
  // A session has not all that `core.hooksPath` can name: what it cannot see may be there.
  const mayBeThere = status !== 0 && settings.repository.hooksPath !== undefined;
  if (stdout === "" && !mayBeThere) return [];
  return [`The host's hooks are outside of the workspace, in "${path}": none runs in this branch`];
}
