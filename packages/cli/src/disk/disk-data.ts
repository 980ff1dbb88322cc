import type { KeptItem } from "@agent-sandbox/engine-docker";

import type { WorkspaceFacts } from "../clean/clean-facts.ts";
import type { Disk } from "./totals.ts";

/** What `--json` prints. */
export function diskData({ items, shelves, transcripts, totals }: Disk): object {
  return {
    items: items.map(itemData),
    totals,
    shelves: shelves.flatMap(shelfData),
    transcripts: transcripts.map(({ file, bytes, workspace, lastWritten }) => ({
      ...{ file, bytes, workspace, lastWritten: lastWritten.toISOString() },
    })),
  };
}

function itemData(item: KeptItem): object {
  const { kind, role, name, bytes, ownBytes, workspace, branch, isAlive, users } = item;
  return {
    ...{ kind, role, name, bytes, ownBytes, workspace, branch },
    ...(kind === "container" && { running: isAlive }),
    ...(kind !== "container" && { usedBy: users.map((user) => user.name) }),
    created: item.created.toISOString(),
    lastUsed: item.lastUsed.toISOString(),
  };
}

function shelfData({ path, isThere, shelf }: WorkspaceFacts): readonly object[] {
  if (shelf === undefined) return [];
  const about = { workspace: path, workspaceIsThere: isThere };
  if ("problem" in shelf) return [{ ...about, problem: shelf.problem }];
  const { branches, objects, otherRisk } = shelf;
  return [
    {
      ...{ ...about, objects, otherRisk },
      branches: branches.map(({ name, bytes, risk, lastUsed }) => ({
        ...{ name, bytes, risk, lastUsed: lastUsed?.toISOString() },
      })),
    },
  ];
}
