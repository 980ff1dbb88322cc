import { inventory } from "@agent-sandbox/engine-docker";

import type { WorkspaceFacts } from "../clean/clean-facts.ts";
import { gatherFacts } from "../clean/gather-facts.ts";
import { keptTranscripts } from "../clean/kept-transcripts.ts";
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
  const found = branches ? await gatherFacts({ only }, context) : await withoutShelves(context);
  const isAsked = ({ workspaceHash }: { readonly workspaceHash: string | undefined }) =>
    only === undefined || workspaceHash === only;
  const [items, transcripts] = [found.items.filter(isAsked), found.transcripts.filter(isAsked)];
  const totals = totalsOf({ items, transcripts });
  const disk = { items, transcripts, shelves: [...found.workspaces.values()], totals };
  return { text: showDisk(disk, new Date()), data: diskData(disk) };
}

async function withoutShelves({ ports, surroundings, signal }: Context) {
  return {
    items: await inventory(ports.docker, signal),
    transcripts: await keptTranscripts(surroundings),
    workspaces: new Map<string, WorkspaceFacts>(),
  };
}
