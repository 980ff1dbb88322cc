import { inventory } from "@agent-sandbox/engine-docker";

import type { WorkspaceFacts } from "../clean/clean-facts.ts";
import { gatherFacts } from "../clean/gather-facts.ts";
import type { Context } from "../surroundings.ts";
import { diskData } from "./disk-data.ts";
import { showDisk } from "./show-disk.ts";
import { totalsOf } from "./totals.ts";

/** What everything of ours costs; with `branches` the shelves are looked into. */
export async function measureDisk(
  { branches }: { readonly branches: boolean },
  context: Context,
): Promise<{ readonly text: string; readonly data: object }> {
  const { items, workspaces } = branches
    ? await gatherFacts({ only: undefined }, context)
    : {
        items: await inventory(context.ports.docker),
        workspaces: new Map<string, WorkspaceFacts>(),
      };
  const disk = { items, shelves: [...workspaces.values()], totals: totalsOf(items) };
  return { text: showDisk(disk, new Date()), data: diskData(disk) };
}
