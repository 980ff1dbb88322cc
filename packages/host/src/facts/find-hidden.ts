import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { type HiddenPath, isInside, relativeInside, SandboxError } from "@agent-sandbox/core";

/** What a policy hides below a directory. */
export interface HidingRules {
  /** Whether a name can be the one by which a path is hidden: asked first, since it costs least. */
  readonly mayHide: (name: string) => boolean;
  /** Whether the path of these names below the directory is hidden. */
  readonly isHidden: (names: readonly string[], kind: HiddenPath["kind"]) => boolean;
}

export interface SearchedPlace {
  /** Absolute and real. */
  readonly root: string;
  /** The user inside: directories of others that cannot be read here are closed to it as well. */
  readonly owner: number;
  readonly rules: HidingRules;
}

/**
 * Every path below `root` that the rules hide. A directory that is hidden with all that is in it
 * comes in its place. Where a link's name is hidden, what it leads to is, as far as that is below
 * `root`. No other link is followed. Fails with WORKSPACE_INVALID where a directory of the owner
 * cannot be read, and with POLICY_UNSUPPORTED for a name that no engine can be told.
 */
export function findHidden(place: SearchedPlace): readonly HiddenPath[] {
  const { found } = search(place, [], false);
  // A link and what it leads to are one.
  return [...new Map(found.map((each) => [each.path, each])).values()];
}

interface Searched {
  readonly found: readonly HiddenPath[];
  /** Whether nothing in the directory may be seen. */
  readonly isWhole: boolean;
}

/** `isHidden`: whether the directory of these names is, so that only an exception can show what is in it. */
function search(place: SearchedPlace, names: readonly string[], isHidden: boolean): Searched {
  const found: HiddenPath[] = [];
  let isWhole = isHidden;
  for (const entry of entriesOf(place, names)) {
    const inner = judge(place, { names: [...names, entry.name], entry, isWithin: isHidden });
    for (const each of inner.found) found.push(each);
    isWhole &&= inner.isWhole;
  }
  return { found, isWhole };
}

interface Entry {
  readonly names: readonly string[];
  readonly entry: Dirent;
  /** Whether the directory that it is in is hidden. */
  readonly isWithin: boolean;
}

function judge(place: SearchedPlace, { names, entry, isWithin }: Entry): Searched {
  const isDirectory = entry.isDirectory();
  const { mayHide, isHidden } = place.rules;
  const hides =
    (isWithin || mayHide(entry.name)) && isHidden(names, isDirectory ? "directory" : "file");
  if (!isDirectory) return { found: hides ? hiddenOf(place, names, entry) : [], isWhole: hides };
  const inner = search(place, names, hides);
  if (!inner.isWhole) return inner;
  return { found: [{ path: pathOf(names), kind: "directory" }], isWhole: true };
}

function hiddenOf(
  { root }: SearchedPlace,
  names: readonly string[],
  entry: Dirent,
): readonly HiddenPath[] {
  const path = pathOf(names);
  if (!entry.isSymbolicLink()) return [{ path, kind: "file" }];
  const target = targetOf(join(root, path));
  const inside = target === undefined ? undefined : relativeInside(root, target.path);
  const isAbove = target !== undefined && isInside(target.path, join(root, path));
  if (target === undefined || inside === undefined || inside === "" || isAbove) return [];
  return [{ path: inside, kind: target.kind }];
}

/** A link to nothing shows nothing. */
function targetOf(link: string): HiddenPath | undefined {
  try {
    const path = realpathSync.native(link);
    return { path, kind: statSync(path).isDirectory() ? "directory" : "file" };
  } catch {
    return undefined;
  }
}

/** Control characters would break the lines of the mount table; what is not UTF-8 cannot be named. */
function pathOf(names: readonly string[]): string {
  const path = names.join("/");
  if (!/[\0-\x1f\x7f\uFFFD]/.test(path)) return path;
  throw new SandboxError(
    "POLICY_UNSUPPORTED",
    `Cannot hide ${JSON.stringify(path)}: its name has a control character or is not UTF-8`,
    { hint: "Rename it, or except it with filesystem.allowed-patterns" },
  );
}

function entriesOf({ root, owner }: SearchedPlace, names: readonly string[]): readonly Dirent[] {
  const directory = join(root, ...names);
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (cause) {
    const stats = statSync(directory, { throwIfNoEntry: false });
    // It went while it was looked for, or nobody inside can look into it either.
    if (stats?.uid !== owner) return [];
    throw new SandboxError(
      "WORKSPACE_INVALID",
      `Cannot look for what is to be hidden in "${directory}": permission denied`,
      { hint: 'Let it be read ("chmod u+rx"), or remove it', cause },
    );
  }
}
