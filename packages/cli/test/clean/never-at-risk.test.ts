import type { KeptItem } from "@agent-sandbox/engine-docker";
import type { ShelfBranch } from "@agent-sandbox/workspace";
import { describe, expect, it } from "@jest/globals";

import type {
  CleanFacts,
  Removal,
  ShelfFacts,
  WorkspaceFacts,
} from "../../src/clean/clean-facts.ts";
import { planRemovals } from "../../src/clean/plan-removals.ts";
import { ALL, branch, DAY, daysAgo, facts, image, item, volume, workspace } from "./facts.ts";

/** The same numbers in every run: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function machine(random: () => number): CleanFacts {
  const maybe = (chance: number) => random() < chance;
  const some = <T>(most: number, make: (index: number) => T) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, (_, index) => make(index));
  const hashes = ["a".repeat(32), "b".repeat(32)];
  const risk = (what: string) => (maybe(0.5) ? what : undefined);
  const workspaces = hashes.map((hash): WorkspaceFacts => {
    const branches = some(3, (index) =>
      branch(`b${index}`, {
        ...{ risk: risk("1 commit"), hasWorktree: maybe(0.8) },
        lastUsed: maybe(0.2) ? undefined : daysAgo(Math.floor(random() * 20)),
      }),
    );
    const objects = { bytes: 1, loose: maybe(0.5) ? 1 : 0, packs: 1 };
    const isThere = maybe(0.7);
    const looked = { branches, otherRisk: risk("a stash"), objects };
    return workspace([], {
      ...{ hash, path: `/srv/${hash}`, isThere },
      shelf: maybe(0.2) ? { problem: "closed" } : maybe(0.1) ? undefined : looked,
    });
  });
  const containers = some(6, (index) =>
    item({
      ...{ id: `c${index}`, name: `c${index}`, isAlive: maybe(0.4) },
      role: maybe(0.2) ? "gate" : "sandbox",
      branch: maybe(0.6) ? `b${Math.floor(random() * 3)}` : undefined,
      workspaceHash: hashes[maybe(0.5) ? 0 : 1],
      lastUsed: daysAgo(Math.floor(random() * 20)),
    }),
  );
  const users = () =>
    containers.filter(() => maybe(0.2)).map(({ id, name, isAlive }) => ({ id, name, isAlive }));
  const volumes = hashes.flatMap((workspaceHash) =>
    (["shelf", "gate-sockets", "history", "config", "other"] as const).map((role) =>
      volume(role, {
        ...{ name: `${role}-${workspaceHash}`, workspaceHash, users: users() },
        bytes: maybe(0.5) ? 0 : 7,
      }),
    ),
  );
  const images = some(4, (index) => {
    const made = image(["a", "b", "c", "d"].slice(0, 1 + Math.floor(random() * 4)), {
      ...{ id: `i${index}`, name: `i${index}`, users: users() },
      workspaceHash: hashes[maybe(0.5) ? 0 : 1],
    });
    const tags = maybe(0.5) ? [] : [`agent-sandbox-${index}:latest`];
    return { ...made, image: { tags, wasTagged: maybe(0.7), layers: made.image?.layers ?? [] } };
  });
  return facts([...containers, ...volumes, ...images], workspaces);
}

/** Why this must not go; undefined where it may. */
function harm(
  removal: Removal,
  { workspaces }: CleanFacts,
  gone: ReadonlySet<string>,
): string | undefined {
  const { item: kept, kind, name, workspaceHash } = removal;
  const shelf = workspaces.get(workspaceHash ?? "")?.shelf;
  if (kind === "branch") return branchesOf(shelf).find((each) => each.name === name)?.risk;
  const user = kept?.users.find(({ id }) => !gone.has(id))?.name;
  return user ?? harmOfRole(kept, shelf, gone);
}

function harmOfRole(
  kept: KeptItem | undefined,
  shelf: ShelfFacts | undefined,
  gone: ReadonlySet<string>,
): string | undefined {
  switch (kept?.role) {
    case "history":
    case "config":
      return kept.bytes > 0 ? "history" : undefined;
    case "other":
      return "shared";
    case "shelf":
      return harmOfShelf(shelf, gone);
    default:
      return undefined;
  }
}

function harmOfShelf(shelf: ShelfFacts | undefined, gone: ReadonlySet<string>): string | undefined {
  if (shelf === undefined || "problem" in shelf) return "unknown";
  const left = shelf.branches.filter(({ name }) => !gone.has(name));
  return left.find(({ risk }) => risk !== undefined)?.risk ?? shelf.otherRisk;
}

function branchesOf(shelf: ShelfFacts | undefined): readonly ShelfBranch[] {
  return shelf === undefined || "problem" in shelf ? [] : shelf.branches;
}

/** Of an item of Docker's; a branch has but its name. */
const idOf = (removal: Removal) => removal.item?.id ?? removal.name;

const isRunning = (kept: KeptItem | undefined) => kept?.role === "sandbox" && kept.isAlive;

describe("whatever a machine has", () => {
  it("loses nothing that is at risk, runs or is used, unless it is named", () => {
    let removed = 0;
    for (let seed = 1; seed <= 3000; seed += 1) {
      const random = randomFrom(seed);
      const given = machine(random);
      const olderThan = random() < 0.3 ? 5 * DAY : undefined;
      const plan = planRemovals(given, { ...ALL, olderThan });
      const gone = new Set(plan.removals.map(idOf));
      const wrong = plan.removals.filter(
        (removal) => isRunning(removal.item) || harm(removal, given, gone) !== undefined,
      );
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
      expect(plan.removals.filter(({ forced }) => forced)).toEqual([]);
      removed += plan.removals.length;
    }
    expect(removed).toBeGreaterThan(3000);
  });

  it("loses by force what is named, and nothing else that is at risk", () => {
    let named = 0;
    for (let seed = 1; seed <= 3000; seed += 1) {
      const given = machine(randomFrom(seed));
      const { kept } = planRemovals(given, ALL);
      const [first] = kept.filter(({ atRisk }) => atRisk);
      if (first === undefined) continue;
      const only = first.workspaceHash;
      const force = [first.name];
      const plan = attempt(() => planRemovals(given, { ...ALL, only, force }));
      const gone = new Set(plan?.removals.map(idOf));
      const harmed = plan?.removals.filter((removal) => harm(removal, given, gone) !== undefined);
      expect({ seed, harmed: (harmed ?? []).filter(({ name }) => name !== first.name) }).toEqual({
        ...{ seed, harmed: [] },
      });
      named += plan === undefined ? 0 : 1;
    }
    expect(named).toBeGreaterThan(500);
  });
});

/** What is named may be in use, or of a workspace that is gone. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
