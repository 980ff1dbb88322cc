import { join } from "node:path";

import { HOOKS_FOLDER } from "@agent-sandbox/core";

import type { ShelfSettings } from "./settings.ts";

/**
 * Where a sandbox has the host's hooks, read-only: in the host's checkout, or else in a folder of their
 * own. That folder is named also where nothing is mounted there now: then git finds no hooks, and a
 * sandbox that is made once they are there finds them.
 */
export function hooksFolder({ workspace, repository: { hooks } }: ShelfSettings): string {
  return hooks.at === "inside" ? join("/workspace", workspace.name, hooks.path) : HOOKS_FOLDER;
}
