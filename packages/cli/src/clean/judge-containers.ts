import type { KeptItem } from "@agent-sandbox/engine-docker";

import type { CleanFacts, CleanOptions } from "./clean-facts.ts";
import { IN_USE, tooYoung, type Verdict } from "./verdict.ts";

/** A session that was killed before it began, in milliseconds: others are about to begin. */
const ABANDONED = 600_000;

/** Whether a container goes: those that run stay, all of them. */
export function judgeContainer(
  item: KeptItem,
  { items, now }: CleanFacts,
  options: CleanOptions,
): Verdict {
  switch (item.role) {
    case "gate":
      return items.some((other) => needsGate(other, item.workspaceHash))
        ? IN_USE
        : { goes: true, reason: "no sandbox of a branch runs" };
    case "session":
      return item.isAlive || now.getTime() - item.created.getTime() < ABANDONED
        ? IN_USE
        : { goes: true, reason: "it never began" };
    default:
      if (item.isAlive) return IN_USE;
      return (
        tooYoung(item.lastUsed, options, now) ?? { goes: true, reason: "its sandbox is stopped" }
      );
  }
}

/** A branch's sandbox, or a session that brings a branch to the host through it. */
function needsGate(item: KeptItem, hash: string | undefined): boolean {
  const { role, isAlive, branch, workspaceHash } = item;
  const isClient = role === "session" || (role === "sandbox" && branch !== undefined);
  return isClient && isAlive && workspaceHash === hash;
}
