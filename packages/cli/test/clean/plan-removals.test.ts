import { describe, expect, it } from "@jest/globals";

import type { CleanFacts, CleanOptions } from "../../src/clean/clean-facts.ts";
import { planRemovals } from "../../src/clean/plan-removals.ts";
import { ALL, branch, DAY, daysAgo, facts, HASH, image, item, volume, workspace } from "./facts.ts";

function names(given: CleanFacts, options: Partial<CleanOptions> = {}): readonly string[] {
  return planRemovals(given, { ...ALL, ...options }).removals.map(({ name }) => name);
}

const user = (id: string, isAlive = false) => ({ id, name: id, isAlive });

describe("planRemovals of containers", () => {
  it("takes those that have ended, and none that runs", () => {
    const running = item({ id: "c2", name: "c2", isAlive: true });
    expect(names(facts([item(), running]))).toEqual(["c1"]);
  });

  it("counts their age from their end", () => {
    expect(names(facts([item()]), { olderThan: 10 * DAY })).toEqual(["c1"]);
    expect(names(facts([item()]), { olderThan: 10 * DAY + 1 })).toEqual([]);
  });

  it("takes a gate once no sandbox of a branch runs", () => {
    const gate = item({ role: "gate", id: "gate", name: "gate", isAlive: true });
    const bind = item({ isAlive: true });
    expect(names(facts([gate, bind]))).toEqual(["gate"]);
    expect(names(facts([gate, { ...bind, branch: "feat" }]))).toEqual([]);
  });

  it("takes a session's that never began, and not one that is about to", () => {
    const session = item({ role: "session", id: "s", name: "s", created: daysAgo(1) });
    expect(names(facts([session]))).toEqual(["s"]);
    expect(names(facts([{ ...session, created: daysAgo(0) }]))).toEqual([]);
  });
});

describe("planRemovals of branches", () => {
  it("takes one that the host has all of, and keeps one with work of its own until it is named", () => {
    const risky = branch("risky", { risk: "2 commits" });
    const given = facts([], [workspace([branch("idle"), risky])]);
    expect(planRemovals(given, ALL)).toMatchObject({
      removals: [{ kind: "branch", name: "idle", forced: false, bytes: 5 }],
      kept: [{ name: "risky", reason: "only it has 2 commits", atRisk: true }],
    });
    expect(planRemovals(given, { ...ALL, force: ["risky"] }).removals).toMatchObject([
      { name: "idle" },
      { name: "risky", forced: true },
    ]);
  });

  it("keeps one whose sandbox runs or is kept, and all while the sandbox of bind mode runs", () => {
    const given = (...containers: readonly ReturnType<typeof item>[]) =>
      facts(containers, [workspace([branch("feat"), branch("idle")])]);
    expect(names(given(item({ branch: "feat", isAlive: true })))).toEqual(["idle"]);
    const young = { olderThan: 5 * DAY };
    const stopped = item({ branch: "feat", lastUsed: daysAgo(1) });
    expect(names(given(stopped), young)).toEqual(["idle"]);
    expect(names(given(item({ isAlive: true })))).toEqual([]);
    expect(names(given(item({ lastUsed: daysAgo(1) })), young)).toEqual(["feat", "idle"]);
  });

  it("keeps a ref without a worktree while any sandbox of the workspace runs", () => {
    const alone = branch("backup", { hasWorktree: false, lastUsed: undefined });
    const running = item({ branch: "feat", isAlive: true });
    expect(names(facts([running], [workspace([alone])]))).toEqual([]);
    expect(names(facts([], [workspace([alone])]))).toEqual(["backup"]);
    expect(names(facts([], [workspace([alone])]), { olderThan: DAY })).toEqual([]);
  });
});

describe("planRemovals of volumes", () => {
  const shelf = volume("shelf");
  const sockets = volume("gate-sockets");

  it("takes a shelf without branches, with its gate's sockets", () => {
    expect(names(facts([sockets, shelf]))).toEqual([shelf.name, sockets.name]);
    expect(names(facts([sockets, shelf], [workspace([branch("idle")])]))).toEqual([
      ...["idle", shelf.name, sockets.name],
    ]);
    const risky = workspace([branch("risky", { risk: "1 commit" }), branch("idle")]);
    expect(names(facts([sockets, shelf], [risky]))).toEqual(["idle"]);
  });

  it("counts what a branch frees once", () => {
    const given = facts([{ ...shelf, ownBytes: 20 }], [workspace([branch("idle")])]);
    expect(planRemovals(given, ALL).removals.map(({ bytes }) => bytes)).toEqual([5, 15]);
  });

  it("keeps one that a container which stays mounts", () => {
    const used = { ...shelf, users: [user("c1")] };
    expect(names(facts([used, item()]))).toEqual(["c1", shelf.name]);
    expect(names(facts([used, item({ isAlive: true })]))).toEqual([]);
    expect(names(facts([{ ...shelf, users: [user("foreign")] }]))).toEqual([]);
  });

  it("keeps a shelf that nobody could look into, or with a stash", () => {
    const closed = workspace([], { shelf: { problem: "there is no image" } });
    expect(planRemovals(facts([shelf], [closed]), ALL)).toMatchObject({
      removals: [],
      kept: [{ name: shelf.name, reason: "nobody could look into it: there is no image" }],
    });
    const [objects, otherRisk] = [{ bytes: 1, loose: 0, packs: 0 }, "what is in refs/stash"];
    const stashed = workspace([], { shelf: { branches: [], otherRisk, objects } });
    expect(names(facts([shelf], [stashed]))).toEqual([]);
  });

  it("keeps a shelf of a workspace that is gone, until the volume is named", () => {
    const gone = workspace([branch("feat", { risk: "all" })], { isThere: false });
    const given = facts([shelf, sockets], [gone]);
    expect(planRemovals(given, ALL)).toMatchObject({
      removals: [],
      kept: [
        { name: "feat", atRisk: true },
        { name: shelf.name, atRisk: true, reason: expect.stringContaining("feat") as unknown },
      ],
    });
    expect(planRemovals(given, { ...ALL, force: [shelf.name] })).toMatchObject({
      removals: [{ name: shelf.name, forced: true }, { name: sockets.name }],
      kept: [],
    });
    expect(() => planRemovals(given, { ...ALL, force: ["feat"] })).toThrow(
      'Cannot remove the branch "feat"',
    );
  });

  it("tells of the agents' volume of a workspace that is gone, and takes it by name or empty", () => {
    const gone = [workspace([], { isThere: false, shelf: undefined })];
    const config = volume("config");
    const { removals, kept } = planRemovals(facts([config], gone), { ...ALL, olderThan: 1 });
    expect(removals).toEqual([]);
    expect(kept).toMatchObject([{ name: config.name, atRisk: true }]);
    expect(kept[0]?.reason).toContain(`agent-sandbox clean --force ${config.name}`);
    expect(names(facts([config], gone), { force: [config.name] })).toEqual([config.name]);
    const empty = volume("config", { bytes: 0 });
    expect(names(facts([empty], gone))).toEqual([empty.name]);
    expect(names(facts([empty], gone), { olderThan: 20 * DAY })).toEqual([]);
    expect(planRemovals(facts([config]), ALL)).toMatchObject({ removals: [], kept: [] });
    const shared = volume("config", { workspaceHash: undefined });
    expect(planRemovals(facts([shared], gone), ALL)).toMatchObject({ removals: [], kept: [] });
  });

  it("takes a history only when its workspace is gone and nothing is in it", () => {
    const gone = [workspace([], { isThere: false, shelf: undefined })];
    const empty = volume("history", { bytes: 0 });
    expect(names(facts([empty]))).toEqual([]);
    expect(names(facts([empty], gone))).toEqual([empty.name]);
    expect(names(facts([volume("history")], gone))).toEqual([]);
    expect(names(facts([volume("history")], gone), { force: [empty.name] })).toEqual([empty.name]);
  });

  it("takes what several workspaces share by name alone, whatever the scope", () => {
    const config = volume("config", { name: "config", workspaceHash: undefined });
    expect(names(facts([config]))).toEqual([]);
    expect(names(facts([config]), { only: HASH, force: ["config"] })).toEqual(["config"]);
    const used = { ...config, users: [user("c1", true)] };
    expect(() => names(facts([used]), { force: ["config"] })).toThrow(
      'Cannot remove the volume "config": it is in use',
    );
  });
});

describe("planRemovals of images", () => {
  const untagged = { tags: [], wasTagged: true };
  const facet = (given: object, layers = ["a", "b"]) => {
    const made = image(layers);
    return { ...made, image: { ...made.image, ...given } as typeof made.image };
  };

  it("takes one that a newer has the name of, unless something uses it or is built on it", () => {
    const old = facet(untagged);
    expect(names(facts([old]))).toEqual([old.name]);
    expect(names(facts([{ ...old, users: [user("x")] }]))).toEqual([]);
    expect(names(facts([old, image(["a", "b", "c"], { id: "i2" })]))).toEqual([]);
    const oldToo = { ...facet(untagged, ["a", "b", "c"]), id: "i2", name: "i2" };
    expect(names(facts([old, oldToo]))).toEqual(["i2", old.name]);
  });

  it("leaves a build's own images alone for an hour", () => {
    const step = facet({ tags: [], wasTagged: false });
    expect(names(facts([{ ...step, created: daysAgo(0) }]))).toEqual([]);
    expect(names(facts([step]))).toEqual([step.name]);
  });

  it("takes that of a workspace that is gone, unless somebody gave it a name", () => {
    const gone = [workspace([], { isThere: false, shelf: undefined })];
    expect(names(facts([image(["a"])]))).toEqual([]);
    expect(names(facts([image(["a"])], gone))).toEqual(["agent-sandbox-app:latest"]);
    const named = facet({ tags: ["agent-sandbox-app:latest", "mine:1"] });
    expect(names(facts([named], gone))).toEqual([]);
    const base = image(["a"], { role: "base-image" });
    expect(names(facts([base], gone))).toEqual([]);
  });
});

describe("planRemovals by name and scope", () => {
  const other = "b".repeat(32);
  const two = facts(
    [item(), item({ id: "c2", name: "c2", workspaceHash: other })],
    [workspace([branch("same")]), workspace([branch("same")], { hash: other, path: "/srv/b" })],
  );

  it("takes what belongs to one workspace, or to all", () => {
    expect(names(two, { only: other })).toEqual(["c2", "same"]);
    expect(names(two)).toEqual(["c1", "c2", "same", "same"]);
  });

  it("refuses a name that is none, and one that is two", () => {
    expect(() => names(two, { force: ["nothing"] })).toThrow("no branch or volume has that name");
    expect(() => names(two, { force: ["same"] })).toThrow(
      'it could be the branch of "/srv/app" or the branch of "/srv/b"',
    );
    expect(names(two, { only: other, force: ["same"] })).toEqual(["c2", "same"]);
  });

  it("packs a shelf that stays while no sandbox of it runs", () => {
    const objects = { bytes: 1, loose: 5, packs: 1 };
    const risky = [branch("risky", { risk: "1 commit" })];
    const loose = workspace(risky, { shelf: { branches: risky, otherRisk: undefined, objects } });
    const packs = (given: CleanFacts) => planRemovals(given, ALL).packs;
    expect(packs(facts([], [loose]))).toEqual([HASH]);
    expect(packs(facts([item()], [loose]))).toEqual([HASH]);
    expect(packs(facts([item({ isAlive: true })], [loose]))).toEqual([]);
    expect(packs(facts([], [{ ...loose, isThere: false }]))).toEqual([]);
    expect(packs(facts([], [workspace(risky)]))).toEqual([]);
  });
});
