import { lstatSync, readlinkSync, renameSync, symlinkSync } from "node:fs";

import type { BwrapPlan } from "@agent-sandbox/core";

type KeptLink = BwrapPlan["keptLinks"][number];

/** The first of these links that is not what it was. */
export function replacedLink(links: readonly KeptLink[]): KeptLink | undefined {
  return links.find((link) => !isAsItWas(link));
}

/**
 * Puts links back, once nothing runs that could replace them again. What stands in the place of one is
 * kept beside it, since it may be somebody's work; returns where.
 */
export function putBack(links: readonly KeptLink[]): readonly string[] {
  return links
    .filter((link) => !isAsItWas(link))
    .flatMap(({ path, to }) => {
      const aside = isThere(path) ? freeName(path) : undefined;
      if (aside !== undefined) renameSync(path, aside);
      symlinkSync(to, path);
      return aside ?? [];
    });
}

function isAsItWas({ path, to }: KeptLink): boolean {
  try {
    return readlinkSync(path) === to;
  } catch {
    return false;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}.replaced-${number.toString()}`;
    if (!isThere(name)) return name;
  }
}
