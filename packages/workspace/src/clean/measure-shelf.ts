import { join } from "node:path";

import { SHELF, type GitSession } from "@agent-sandbox/core";

import { gitAt } from "../git/git-at.ts";
import type { ShelfPlaces } from "../git/places.ts";
import { RECORDS } from "../shelf/layout.ts";
import type { ObjectStore } from "./shelf-contents.ts";

/** What each worktree takes on the disk, in bytes, by key. */
export async function worktreeBytes(
  session: GitSession,
  { root }: Pick<ShelfPlaces, "root">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const paths = new Map(keys.map((key) => [join(root, SHELF.worktrees, key), key]));
  const sizes = await diskBytes(session, [...paths.keys()]);
  return new Map([...sizes].map(([path, bytes]) => [paths.get(path) ?? "", bytes]));
}

export async function objectStore(
  session: GitSession,
  { root, shelf }: Pick<ShelfPlaces, "root" | "shelf">,
): Promise<ObjectStore> {
  const repo = join(root, SHELF.repo);
  const counted = (await gitAt(session, shelf).run(["count-objects", "-v"])).split("\n");
  const figure = (name: string) =>
    Number(counted.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? 0);
  const sizes = await diskBytes(session, [repo]);
  return { bytes: sizes.get(repo) ?? 0, loose: figure("count"), packs: figure("packs") };
}

/** Those that are absent have no size. */
async function diskBytes(
  session: GitSession,
  paths: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (paths.length === 0) return new Map();
  const asked = ["du", "--null", "--summarize", "--one-file-system", "--block-size=1"] as const;
  const { stdout } = await session.run({ argv: [...asked, "--", ...paths] });
  return new Map(
    stdout
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => {
        const end = entry.indexOf("\t");
        return [entry.slice(end + 1), Number(entry.slice(0, end))] as const;
      }),
  );
}

/** What git writes at every commit and checkout of a linked worktree (gitrepository-layout(5)). */
const WRITTEN = ["HEAD", "index", "logs/HEAD"];

/** When each worktree was committed or checked out in last, by key. An agent can write these times. */
export async function lastUses(
  session: GitSession,
  { root }: Pick<ShelfPlaces, "root">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (keys.length === 0) return new Map();
  const files = keys.flatMap((key) =>
    WRITTEN.map((name) => [key, join(root, RECORDS, key, name)] as const),
  );
  const argv = ["stat", "--printf=%Y %n\\0", "--", ...files.map(([, path]) => path)] as const;
  const { stdout } = await session.run({ argv });
  const keyOf = new Map(files.map(([key, path]) => [path, key]));
  const uses = new Map<string, Date>();
  for (const entry of stdout.split("\0").filter((text) => text !== "")) {
    const key = keyOf.get(entry.slice(entry.indexOf(" ") + 1)) ?? "";
    const seconds = Math.max(Number.parseInt(entry), (uses.get(key)?.getTime() ?? 0) / 1000);
    uses.set(key, new Date(seconds * 1000));
  }
  return uses;
}
