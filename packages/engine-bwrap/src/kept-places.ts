import { lstatSync } from "node:fs";

import type { BwrapPlan } from "@agent-sandbox/core";

/** By the path of what a plan keeps: what stands there, which is there once on its file system. */
type KeptPlaces = ReadonlyMap<string, string>;

/**
 * What a sandbox that nests keeps as it is. In a user namespace a program can leave the mounts behind that
 * keep directories from being renamed: that has to be seen from outside.
 */
export function keptPlaces({ mounts, nests }: Pick<BwrapPlan, "mounts" | "nests">): KeptPlaces {
  const kept = mounts.filter((mount) => mount.kind === "bind" && mount.mode === "ro");
  return new Map(nests ? kept.map(({ target }) => [target, identityOf(target)]) : []);
}

/** The first of them that is another one now. */
export function replacedPlace(places: KeptPlaces): string | undefined {
  return [...places].find(([path, identity]) => identityOf(path) !== identity)?.[0];
}

function identityOf(path: string): string {
  const { dev, ino } = lstatSync(path, { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 };
  return `${dev.toString()}:${ino.toString()}`;
}
