import { readdirSync, readlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type HooksPlace, isInside } from "@agent-sandbox/core";
import { followLinks } from "./follow-links.ts";

/** Which hooks are links to where no sandbox can follow: git takes such a hook for none. */
export function danglingHooks(workspace: string, hooks: HooksPlace): readonly string[] {
  if (hooks.at !== "inside" && hooks.at !== "outside") return [];
  const [directory, root] =
    hooks.at === "inside" ? [join(workspace, hooks.path), workspace] : [hooks.source, hooks.source];
  return linksIn(directory).filter((name) => leadsOut(join(directory, name), root));
}

function linksIn(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** In a sandbox the same files have other absolute paths. */
function leadsOut(link: string, root: string): boolean {
  if (isAbsolute(readlinkSync(link))) return true;
  try {
    return followLinks(link).some((path) => !isInside(root, path));
  } catch {
    // It leads nowhere on the host either.
    return false;
  }
}
