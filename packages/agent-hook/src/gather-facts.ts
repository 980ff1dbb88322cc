import { lstatSync, readdirSync, type Stats } from "node:fs";

import type { PathRequest, PathTarget } from "@agent-sandbox/policy/decide";

import type { Asked } from "./asked.ts";
import { expandGlob } from "./expand-glob.ts";
import { type AskedFile, factKey, type Facts, filesIn } from "./facts.ts";
import { realPath } from "./real-path.ts";

/** Looks at every path that is asked for. */
export function gatherFacts(asked: readonly Asked[]): Facts {
  const facts = new Map<string, readonly PathTarget[]>();
  for (const file of filesIn(asked)) {
    const key = factKey(file);
    if (!facts.has(key)) facts.set(key, targetsOf(file));
  }
  return facts;
}

function targetsOf({ operation, target: { path, how } }: AskedFile): readonly PathTarget[] {
  const paths = how === "glob" ? expandGlob(path) : [path];
  return paths.map((one) => lookAtPath(one, operation));
}

/** Looks at one path, absolute, for what is to be done with it. */
export function lookAtPath(path: string, operation: PathRequest["operation"]): PathTarget {
  return operation === "delete" ? removedTarget(path) : usedTarget(path);
}

function usedTarget(path: string): PathTarget {
  const real = realPath(path);
  const stats = real === undefined ? undefined : lookAt(real);
  return { path, real, ...kindOf(stats) };
}

/** It is the link that goes, and with a directory what it holds. */
function removedTarget(path: string): PathTarget {
  const end = path.replace(/\/+$/, "").lastIndexOf("/");
  const name = path.slice(end + 1).replace(/\/+$/, "");
  const isName = name !== "" && name !== "." && name !== "..";
  const folder = realPath(isName ? path.slice(0, end + 1) : path);
  if (folder === undefined) return { path, real: undefined };
  const real = isName ? `${folder === "/" ? "" : folder}/${name}` : folder;
  const stats = lookAt(real);
  const holds = stats?.isDirectory() === true ? heldBy(real) : undefined;
  return { path, real, ...kindOf(stats), ...(holds === undefined ? {} : { holds }) };
}

function kindOf(stats: Stats | undefined): Pick<PathTarget, "kind" | "links"> {
  if (stats?.isDirectory() === true) return { kind: "directory" };
  return stats === undefined ? {} : { kind: "file", links: stats.nlink };
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** More is not looked through: the mounts are what holds. */
const HELD = 2000;

function heldBy(directory: string): readonly string[] {
  const found: string[] = [];
  const waiting = [directory];
  for (let next = waiting.pop(); next !== undefined && found.length < HELD; next = waiting.pop()) {
    for (const entry of entriesOf(next)) {
      const path = `${next}/${entry.name}`;
      found.push(path);
      if (entry.isDirectory()) waiting.push(path);
    }
  }
  return found.slice(0, HELD);
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
