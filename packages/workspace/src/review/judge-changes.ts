import { posix } from "node:path";

import { readBlobs } from "./read-blobs.ts";
import type { Compared } from "./compared.ts";
import type { Change, Side } from "./read-changes.ts";
import { riskyName } from "./risky-names.ts";

export interface JudgedChange extends Change {
  /** Why it deserves a look before the rest, sentences without a full stop. */
  readonly risks: readonly string[];
}

const MODE = { executable: "100755", link: "120000", submodule: "160000" } as const;

/** The changes with their risks; those that have some come first. */
export async function judgeChanges(
  { git }: Compared,
  changes: readonly Change[],
): Promise<readonly JudgedChange[]> {
  const blobs = await readBlobs(git, changes.flatMap(objectsToRead));
  const judged = changes.map((change) => ({
    ...change,
    risks: [...riskyName(change.path), ...riskyMode(change), ...riskyContent(change, blobs)],
  }));
  return [
    ...judged.filter(({ risks }) => risks.length > 0),
    ...judged.filter(({ risks }) => risks.length === 0),
  ];
}

function objectsToRead({ path, before, after }: Change): readonly string[] {
  const sides = isManifest(path) ? [before, after] : [];
  const links = after.mode === MODE.link ? [after] : [];
  return [...sides.filter(isFile), ...links].map(({ object }) => object);
}

function isManifest(path: string): boolean {
  return posix.basename(path).toLowerCase() === "package.json";
}

function isFile({ mode }: Side): boolean {
  return mode.startsWith("100");
}

function riskyMode({ status, before, after, added, removed }: Change): readonly string[] {
  const isNewly = (mode: string) => after.mode === mode && before.mode !== mode;
  const isText = added !== undefined && removed !== undefined;
  return [
    ...(isNewly(MODE.executable) ? ["it can be executed now"] : []),
    ...(after.mode === MODE.submodule ? ["it is a commit of another repository"] : []),
    ...(status !== "D" && isFile(after) && !isText ? ["it is binary"] : []),
  ];
}

function riskyContent(change: Change, blobs: ReadonlyMap<string, string>): readonly string[] {
  const { path, before, after } = change;
  if (after.mode === MODE.link) return riskyLink(path, blobs.get(after.object));
  if (!isManifest(path)) return [];
  const old = isFile(before) ? scriptsOf(blobs.get(before.object)) : "{}";
  const now = isFile(after) ? scriptsOf(blobs.get(after.object)) : "{}";
  return old !== undefined && old === now ? [] : ["its scripts have changed"];
}

function riskyLink(path: string, target: string | undefined): readonly string[] {
  if (target === undefined) return ["it is a symbolic link whose target cannot be read"];
  const resolved = posix.normalize(posix.join(posix.dirname(path), target));
  const leaves = posix.isAbsolute(target) || resolved === ".." || resolved.startsWith("../");
  if (leaves) return [`it is a symbolic link that leaves the tree, to ${JSON.stringify(target)}`];
  const isInGit = resolved.split("/").some((part) => part.toLowerCase() === ".git");
  return isInGit
    ? [`it is a symbolic link into git's own directory, ${JSON.stringify(target)}`]
    : [];
}

/** Undefined where it cannot be told. */
function scriptsOf(text: string | undefined): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text ?? "");
    if (typeof manifest !== "object" || manifest === null) return undefined;
    return JSON.stringify("scripts" in manifest ? manifest.scripts : {});
  } catch {
    return undefined;
  }
}
