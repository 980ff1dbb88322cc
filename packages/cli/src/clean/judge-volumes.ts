import type { KeptItem } from "@agent-sandbox/engine-docker";

import type { CleanFacts, CleanOptions, Removal, WorkspaceFacts } from "./clean-facts.ts";
import { IN_USE, NOT_ASKED, tooYoung, unless, type Verdict } from "./verdict.ts";

interface VolumeScene {
  readonly facts: CleanFacts;
  readonly options: CleanOptions;
  /** The containers and branches that go. */
  readonly gone: readonly Removal[];
  /** The shelves that go, by workspace; judged before the gates. */
  readonly goneShelves: ReadonlySet<string>;
}

/** Whether a volume goes: never while a container that stays uses it. */
export function judgeVolume(item: KeptItem, scene: VolumeScene): Verdict {
  const { options, facts, gone } = scene;
  const isGone = new Set(gone.map((removal) => removal.item?.id));
  if (item.users.some(({ id }) => !isGone.has(id))) return IN_USE;
  const workspace = facts.workspaces.get(item.workspaceHash ?? "");
  if (options.force.includes(item.name))
    return { goes: true, reason: "it was named", forced: true };
  switch (item.role) {
    case "shelf":
      return judgeShelf(item, workspace, scene);
    case "gate-sockets":
      return judgeGate(item, scene);
    case "history":
    case "config":
      return judgeOrphan(item, workspace, scene);
    default:
      return NOT_ASKED;
  }
}

function judgeShelf(
  item: KeptItem,
  workspace: WorkspaceFacts | undefined,
  { facts, options, gone }: VolumeScene,
): Verdict {
  const shelf = workspace?.shelf;
  if (shelf === undefined) return NOT_ASKED;
  if ("problem" in shelf) return atRisk(`nobody could look into it: ${shelf.problem}`);
  const dropped = new Set(
    gone
      .filter(({ kind, workspaceHash }) => kind === "branch" && workspaceHash === workspace?.hash)
      .map(({ name }) => name),
  );
  const left = shelf.branches.filter(({ name }) => !dropped.has(name));
  const risky = left.filter(({ risk }) => risk !== undefined);
  return unless(
    [
      workspace?.isThere === false && risky.length > 0 && atRisk(orphanRisk(risky)),
      left.length > 0 && { ...IN_USE, reason: "it has branches that stay" },
      shelf.otherRisk !== undefined && atRisk(`only it has ${shelf.otherRisk}`),
      tooYoung(item.lastUsed, options, facts.now),
    ],
    "no branch is left in it",
  );
}

/** Branches of a workspace that is gone are listed by name with the volume, which is what can go. */
function orphanRisk(branches: readonly { readonly name: string }[]): string {
  const names = branches.map(({ name }) => name).join(", ");
  return `its workspace is gone, and nobody can tell what the host had of ${names}`;
}

function judgeGate(item: KeptItem, { facts, goneShelves }: VolumeScene): Verdict {
  const hash = item.workspaceHash ?? "";
  const hasShelf = facts.items.some(
    ({ role, workspaceHash }) => role === "shelf" && workspaceHash === hash,
  );
  return hasShelf && !goneShelves.has(hash)
    ? NOT_ASKED
    : { goes: true, reason: "its repo shelf is gone" };
}

/**
 * What was typed in a workspace's sandboxes, and what an agent of its own kept, is of no more use once
 * the workspace is gone; but nobody else has it.
 */
function judgeOrphan(
  item: KeptItem,
  workspace: WorkspaceFacts | undefined,
  { facts, options }: VolumeScene,
): Verdict {
  if (workspace?.isThere !== false) return NOT_ASKED;
  if (item.bytes > 0) return atRisk(item.role === "config" ? orphanConfig(item) : TYPED);
  return unless([tooYoung(item.lastUsed, options, facts.now)], "its workspace is gone");
}

const TYPED = "only it has what was typed in the sandbox";

function orphanConfig({ name }: KeptItem): string {
  return `its workspace is gone, and only it has what that agent kept, a sign-in among it maybe: agent-sandbox clean --force ${name}`;
}

function atRisk(reason: string): Verdict {
  return { goes: false, reason, atRisk: true };
}
