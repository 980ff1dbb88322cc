import { realpathSync, statSync } from "node:fs";
import { type HooksPlace, isInside, relativeInside } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import type { NamedHooks } from "../git/ask-hooks-path.ts";
import type { GitDirectory } from "../git/find-git-directory.ts";
import { followLinks } from "./follow-links.ts";
import { moreThanHooks } from "./more-than-hooks.ts";

export interface HooksSurroundings {
  /** Real. */
  readonly workspace: string;
  readonly git: GitDirectory | undefined;
  readonly homes: readonly string[];
}

/**
 * Whether sandboxes may see the directory that git runs hooks from. An agent may have written the
 * workspace, so nothing that only its files name or its links lead to is mounted from outside of it.
 */
export function placeHooks(named: NamedHooks, around: HooksSurroundings): HooksPlace {
  const { path } = named;
  const inside = (at: string) => relativeInside(around.workspace, at);
  const seen = look(path);
  if (seen === "denied") return refused(path, "permission to look at it is denied");
  const real = seen === "absent" ? path : (seen.at(-1) ?? path);
  const found = inside(real);
  if (found !== undefined) return { at: "inside", path: found };
  if (seen === "absent" || !isDirectory(real)) return { at: "absent", path };
  const reason = seen.some((at) => inside(at) !== undefined)
    ? "a link in the workspace leads to it"
    : whyNot(real, named, around);
  return reason === undefined ? { at: "outside", path, source: real } : refused(path, reason);
}

function refused(path: string, reason: string): HooksPlace {
  return { at: "refused", path, reason };
}

function isDirectory(real: string): boolean {
  return statSync(real, { throwIfNoEntry: false })?.isDirectory() === true;
}

function look(path: string): readonly string[] | "absent" | "denied" {
  try {
    return followLinks(path);
  } catch (error) {
    return errnoOf(error) === "EACCES" ? "denied" : "absent";
  }
}

function whyNot(
  real: string,
  { file }: NamedHooks,
  { workspace, git, homes }: HooksSurroundings,
): string | undefined {
  const gitDirectories = git === undefined ? [] : [git.own, git.common];
  const isOfTree =
    file !== undefined &&
    [file, realOf(file)].some(
      (at) => isInside(workspace, at) && !gitDirectories.some((own) => isInside(own, at)),
    );
  if (isOfTree) return "a file of the working tree names it";
  const homesToo = homes.flatMap((home) => [home, realOf(home)]);
  return moreThanHooks(real, { workspace, gitDirectories, homes: homesToo });
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
