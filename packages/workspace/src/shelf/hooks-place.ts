import { join } from "node:path";

import { relativeInside } from "@agent-sandbox/core";

import type { ShelfSettings } from "./settings.ts";

/** Where the hooks are that the host's git would run. */
export interface HooksPlace {
  /** Absolute on the host. */
  readonly path: string;
  /** As a sandbox sees them, in the host's checkout, read-only; undefined where they lie outside. */
  readonly inside: string | undefined;
}

export function hooksPlace({ workspace, repository }: ShelfSettings): HooksPlace {
  const { hooksPath, commonGitDir } = repository;
  const path = hooksPath ?? join(commonGitDir ?? join(workspace.path, ".git"), "hooks");
  const inside = relativeInside(workspace.path, path);
  return { path, inside: inside && join("/workspace", workspace.name, inside) };
}
