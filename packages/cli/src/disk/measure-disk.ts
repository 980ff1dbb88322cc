import { inventory } from "@agent-sandbox/engine-docker";

import type { WorkspaceFacts } from "../clean/clean-facts.ts";
import { gatherFacts } from "../clean/gather-facts.ts";
import { hashOfWorkspace } from "../clean/known-workspaces.ts";
import type { Context } from "../engine-ports.ts";
import { diskData } from "./disk-data.ts";
import { showDisk } from "./show-disk.ts";
import { totalsOf } from "./totals.ts";

export interface DiskRequest {
  /** The workspace's directory; undefined: all workspaces, and what they share. */
  readonly path: string | undefined;
  /** Whether the shelves are looked into. */
  readonly branches: boolean;
}

/** What everything of ours costs. */
export async function measureDisk(
  { path, branches }: DiskRequest,
  context: Context,
): Promise<{ readonly text: string; readonly data: object }> {
  const only = path === undefined ? undefined : await hashOfWorkspace(path);
  const found = branches
    ? await gatherFacts({ only }, context)
    : { items: await inventory(context.ports.docker, context.signal), workspaces: NONE };
  const items = found.items.filter((item) => only === undefined || item.workspaceHash === only);
  const disk = { items, shelves: [...found.workspaces.values()], totals: totalsOf(items) };
  return { text: showDisk(disk, new Date()), data: diskData(disk) };
}

const NONE: ReadonlyMap<string, WorkspaceFacts> = new Map();
