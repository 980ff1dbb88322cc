import {
  accessSync,
  constants,
  lstatSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

import { type LinkFact, type PlaceFact, SandboxError } from "@agent-sandbox/core";

import { errnoOf } from "../../errno.ts";

/**
 * What stands at an absolute path; of what is in `held`, absolute and real, nothing: it is a
 * placeholder of ours. Fails with WORKSPACE_INVALID where it cannot be looked at.
 */
export function readPlace(path: string, held: ReadonlySet<string>): PlaceFact {
  const real = realOf(path);
  if (real === undefined || held.has(real)) return absentPlace(path, held);
  const { kind, isLink } = {
    kind: kindOf(statSync(real)),
    isLink: real !== path && isLinkAt(path),
  };
  return {
    real,
    kind,
    links: real === path ? [] : linksOn(path),
    ...(isLink && { link: readlinkSync(path) }),
  };
}

function absentPlace(path: string, held: ReadonlySet<string>): PlaceFact {
  let above = dirname(path);
  let real = realOf(above);
  while (above !== "/" && (real === undefined || held.has(real))) {
    above = dirname(above);
    real = realOf(above);
  }
  const there = real ?? "/";
  const links = there === above ? [] : linksOn(above);
  const place = { real: join(there, path.slice(above.length)), kind: "absent", links } as const;
  // Nobody can make anything there, and neither can we.
  return isClosed(there) ? place : { ...place, above: there };
}

/** Whoever owns a directory that cannot be written can change that, in a sandbox too. */
function isClosed(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return false;
  } catch (cause) {
    const isOthers = statSync(directory).uid !== process.geteuid?.();
    return errnoOf(cause) === "EROFS" || (errnoOf(cause) === "EACCES" && isOthers);
  }
}

/** Undefined where nothing is. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (cause) {
    // A directory that is another's own is closed to the sandbox as well.
    if (["ENOENT", "ENOTDIR", "ELOOP", "EACCES"].includes(errnoOf(cause) ?? "")) return undefined;
    throw new SandboxError("WORKSPACE_INVALID", `Cannot look at "${path}": ${String(cause)}`, {
      hint: `See what is there: ls -ld "${path}"`,
      cause,
    });
  }
}

function kindOf(stats: Stats): "directory" | "file" | "other" {
  if (stats.isDirectory()) return "directory";
  return stats.isFile() ? "file" : "other";
}

function isLinkAt(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** All links that a path leads over; it leads somewhere. */
function linksOn(path: string): readonly LinkFact[] {
  const found = new Map<string, LinkFact>();
  let at = "/";
  let rest = path.split("/").filter(Boolean);
  while (rest.length > 0) {
    const [name = "", ...others] = rest;
    const next = join(at, name);
    if (!isLinkAt(next)) {
      [at, rest] = [next, others];
      continue;
    }
    const to = readlinkSync(next);
    found.set(next, { path: next, to });
    const target = resolve(at, to);
    [at, rest] = ["/", [...target.split("/").filter(Boolean), ...others]];
  }
  return [...found.values()];
}
