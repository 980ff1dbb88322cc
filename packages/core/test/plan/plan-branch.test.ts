import { describe, expect, it } from "@jest/globals";
import { planBranch } from "../../src/plan/plan-branch.ts";
import { hostFacts } from "../support/host-facts.ts";
import { resolved } from "../support/resolved.ts";

const BRANCH = { name: "feat/a", key: "feat__a" };

function plan(policy: unknown = {}, facts = hostFacts()) {
  return planBranch(resolved(policy), facts, BRANCH);
}

const modes = (made: ReturnType<typeof plan>) =>
  new Map(made.mounts.map(({ target, mode }) => [target, mode]));

describe("planBranch", () => {
  it("works in the branch's own worktree, with the host's checkout read-only as a whole", () => {
    const made = plan();
    expect(made.workdir).toBe("/repo-shelf/worktrees/feat__a");
    const host = made.mounts.filter(({ volume }) => volume === undefined);
    expect(host).toEqual([{ source: "/home/ann/shop", target: "/workspace/shop", mode: "ro" }]);
    expect(made.placeholders).toEqual([]);
  });

  it("lets a branch write its own worktree and its record, and no other's", () => {
    const made = modes(plan());
    expect(made.get("/repo-shelf/worktrees")).toBe("ro");
    expect(made.get("/repo-shelf/worktrees/feat__a")).toBe("rw");
    expect(made.get("/repo-shelf/repo/.git/worktrees")).toBe("ro");
    expect(made.get("/repo-shelf/repo/.git/worktrees/feat__a")).toBe("rw");
  });

  it.each(["commondir", "config.worktree", "gitdir", "locked"])(
    "keeps %s of the branch's record, which says where git looks",
    (name) => {
      expect(modes(plan()).get(`/repo-shelf/repo/.git/worktrees/feat__a/${name}`)).toBe("ro");
    },
  );

  it("protects in the worktree and in the shared repository what a checkout has protected", () => {
    const made = modes(plan({ filesystem: { protected: ["ci/keys/"] } }));
    for (const path of [
      "repo/.git/hooks",
      "repo/.git/config",
      "repo/.git/commondir",
      "repo/.git/info/attributes",
      "worktrees/feat__a/.husky",
      "worktrees/feat__a/.agent-sandbox",
      "worktrees/feat__a/ci/keys",
    ]) {
      expect(made.get(`/repo-shelf/${path}`)).toBe("ro");
    }
    // A parent that can be renamed takes what it holds with it.
    for (const path of ["repo", "repo/.git", "repo/.git/info", "worktrees/feat__a/ci"]) {
      expect(made.get(`/repo-shelf/${path}`)).toBe("rw");
    }
  });

  it("finds every part of the shelf where it is mounted", () => {
    const shelf = plan().mounts.filter(({ volume }) => volume === "shelf");
    for (const { source, target } of shelf) {
      expect(target).toBe(source === "" ? "/repo-shelf" : `/repo-shelf/${source}`);
    }
  });

  it("has its own folder of the gate's sockets, read-only", () => {
    expect(plan().mounts).toContainEqual({
      volume: "gate",
      source: "feat__a",
      target: "/run/agent-sandbox-gate",
      mode: "ro",
    });
  });

  it("has the hooks from outside of the workspace, read-only, where there are any", () => {
    const hooks = { at: "outside", path: "/home/ann/hooks", source: "/data/hooks" } as const;
    const mount = { source: "/data/hooks", target: "/run/agent-sandbox-hooks", mode: "ro" };
    expect(plan({}, hostFacts({ hooks })).mounts).toContainEqual(mount);
    const refused = { at: "refused", path: "/", reason: "it is too much" } as const;
    for (const none of [refused, { at: "absent", path: "/home/ann/hooks" } as const])
      expect(plan({}, hostFacts({ hooks: none })).mounts).toEqual(plan().mounts);
  });

  it("asks for every protected path to be there, whatever the host's checkout has", () => {
    const { branch } = plan(
      {},
      hostFacts({ paths: { ".husky": "directory", ".git/config": "file" } }),
    );
    expect(branch?.placeholders).toEqual(plan().branch?.placeholders);
    expect(branch?.placeholders).toContainEqual({
      path: "repo/.git/commondir",
      kind: "file",
      content: ".\n",
    });
    expect(branch?.placeholders).toContainEqual({
      path: "worktrees/feat__a/.husky",
      kind: "directory",
      content: "",
    });
  });

  it("works where .git is a file, and refuses root's workspace", () => {
    expect(() => plan({}, hostFacts({ git: "file" }))).not.toThrow();
    expect(() => plan({}, hostFacts({ owner: { uid: 0, gid: 0 } }))).toThrow(/belongs to root/);
  });
});
