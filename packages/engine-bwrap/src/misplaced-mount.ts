import { join } from "node:path";

import { type BwrapMount, isInside, type MountEntry, relativeInside } from "@agent-sandbox/core";

interface Tables {
  readonly outside: readonly MountEntry[];
  readonly inside: readonly MountEntry[];
}

/**
 * Pure: the first mount of a plan that does not show what it is to show, by its target. Between the
 * look at a path and its mount somebody may have put a link in its place, and a file that is replaced
 * outside takes the mount on it away.
 */
export function misplacedMount(
  mounts: readonly BwrapMount[],
  { outside, inside }: Tables,
): string | undefined {
  // Of two at one place the later one is seen.
  const seen = new Map(inside.map((entry) => [entry.target, entry]));
  const isAsMeant = (mount: BwrapMount) => {
    const found = seen.get(mount.target);
    switch (mount.kind) {
      case "link":
      case "hidden-socket":
        return true;
      case "hidden-directory":
      case "own-directory":
        return found?.type === "tmpfs";
      case "bind":
      case "device":
      case "hidden-file":
        return found !== undefined && shows(found, mount.source, outside);
    }
  };
  return mounts.find((mount) => !isAsMeant(mount))?.target;
}

function shows(
  { device, root }: MountEntry,
  source: string,
  outside: readonly MountEntry[],
): boolean {
  const holding = outside
    .filter(({ target }) => isInside(target, source))
    // Invariant: of two at one place the later one stays last.
    .sort((a, b) => a.target.length - b.target.length)
    .at(-1);
  if (holding === undefined) return false;
  const below = relativeInside(holding.target, source) ?? "";
  return device === holding.device && root === join(holding.root, below);
}
