import type { FilePatch } from "./file-patch.ts";

export interface Choosing {
  /** Whether there is anything of that name: a link that leads nowhere is there. */
  readonly isThere: (name: string) => boolean;
  readonly strip: number | undefined;
  /** Told of names that lead out of the directory. */
  readonly dangerous: (name: string) => void;
}

/** A name without its first folders; without a number, without any. */
function stripped(name: string, strip: number | undefined): string | undefined {
  const parts = name.split(/\/+/);
  if (strip === undefined) return parts.at(-1);
  return parts.length > strip ? parts.slice(strip).join("/") : undefined;
}

function isDangerous(name: string): boolean {
  return name.startsWith("/") || name.split("/").includes("..");
}

const depth = (name: string): number => name.split("/").length;
const baseLength = (name: string): number => name.slice(name.lastIndexOf("/") + 1).length;

/** The best of several names: the fewest folders, the shortest last part, the shortest whole. */
function best(names: readonly string[]): string | undefined {
  const [first] = names.toSorted(
    (one, other) =>
      depth(one) - depth(other) || baseLength(one) - baseLength(other) || one.length - other.length,
  );
  return first;
}

/** The file that a patch is meant for (patch(1), "Filename Selection"). */
export function chooseFile(patch: FilePatch, choosing: Choosing): string | undefined {
  const names = namesOf(patch, choosing);
  const there = names.filter((name) => choosing.isThere(name));
  if (there.length > 0) return best(there);
  return patch.old?.isAbsent === true ? best(names) : undefined;
}

function namesOf(
  { index, now, old, rename }: FilePatch,
  { dangerous, strip }: Choosing,
): readonly string[] {
  const own = [rename?.from, old?.name, now?.name];
  const given = own.some((name) => name !== undefined) ? own : [index];
  const names = new Set(given.flatMap((name) => strippedName(name, strip) ?? []));
  const bad = [...names].filter(isDangerous);
  for (const name of bad) dangerous(name);
  return [...names].filter((name) => !bad.includes(name));
}

function strippedName(name: string | undefined, strip: number | undefined): string | undefined {
  if (name === undefined || name === "/dev/null") return undefined;
  const own = stripped(name, strip);
  return own === "" ? undefined : own;
}

/** A name as the call sees it. */
export const shownName = (name: string, strip: number | undefined): string =>
  strippedName(name, strip) ?? name;

/** Where a file that git moves goes to. */
export function renamedTo({ rename }: FilePatch, strip: number | undefined): string | undefined {
  const to = strippedName(rename?.to, strip);
  return to === undefined || isDangerous(to) ? undefined : to;
}
