import type { KeptItem } from "@agent-sandbox/engine-docker";
import type { ShelfBranch } from "@agent-sandbox/workspace";

import type { KeptTranscript } from "../../src/clean/kept-transcripts.ts";
import type { CleanFacts, CleanOptions, WorkspaceFacts } from "../../src/clean/clean-facts.ts";

const NOW = new Date("2026-06-01T12:00:00Z");
export const HASH = "a".repeat(32);
export const DAY = 86_400_000;

export function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * DAY);
}

/** A stopped sandbox of bind mode, but for what is given. */
export function item(given: Partial<KeptItem> = {}): KeptItem {
  return {
    ...{ kind: "container", role: "sandbox", id: "c1", name: "c1", bytes: 10, ownBytes: 10 },
    ...{ workspaceHash: HASH, workspace: "/srv/app", branch: undefined, isAlive: false },
    ...{ users: [], created: daysAgo(30), lastUsed: daysAgo(10), image: undefined },
    ...given,
  };
}

export function volume(role: KeptItem["role"], given: Partial<KeptItem> = {}): KeptItem {
  const name = given.name ?? `${role}-${HASH}`;
  return item({ kind: "volume", role, id: name, name, ...given });
}

export function image(layers: readonly string[], given: Partial<KeptItem> = {}): KeptItem {
  const facts = {
    tags: ["agent-sandbox-app:latest"],
    wasTagged: true,
    layers: layers.map((chain) => ({ chain, bytes: 1 })),
  };
  return item({
    ...{ kind: "image", role: "workspace-image", id: "i1", name: "agent-sandbox-app:latest" },
    ...{ image: facts, ...given },
  });
}

/** One that the host has all of, used 10 days ago. */
export function branch(name: string, given: Partial<ShelfBranch> = {}): ShelfBranch {
  const about = { risk: undefined, hasWorktree: true, bytes: 5, lastUsed: daysAgo(10) };
  return { name, key: name.replaceAll("/", "__"), ...about, ...given };
}

export function workspace(
  branches: readonly ShelfBranch[],
  given: Partial<WorkspaceFacts> = {},
): WorkspaceFacts {
  const objects = { bytes: 100, loose: 0, packs: 1 };
  return {
    ...{ hash: HASH, path: "/srv/app", isThere: true },
    shelf: { branches, otherRisk: undefined, objects },
    ...given,
  };
}

export function facts(
  items: readonly KeptItem[],
  workspaces: readonly WorkspaceFacts[] = [workspace([])],
): CleanFacts {
  const byHash = new Map(workspaces.map((each) => [each.hash, each]));
  return { now: NOW, items, workspaces: byHash, transcripts: [] };
}

/** Of the workspace, whole and 40 days old. */
export function transcript(given: Partial<KeptTranscript> = {}): KeptTranscript {
  return {
    ...{ file: "/state/audit/2026-04-22/one.transcript", bytes: 7, lastWritten: daysAgo(40) },
    ...{ isOpen: false, workspace: "/srv/app", workspaceHash: HASH },
    ...given,
  };
}

export const ALL: CleanOptions = { only: undefined, olderThan: undefined, force: [] };
