import { describe, expect, it } from "@jest/globals";

import { listedSandboxes } from "../../src/list/listed-sandbox.ts";
import { branchContainer, branchState, foundContainer, SINCE } from "./fixtures.ts";

const seen = (found = foundContainer()) => ({ found, state: undefined, usage: undefined });
const shelf = (...names: string[]) => ({
  workspace: "/home/ann/shop",
  branches: names.map((name) => branchState(name)),
});

describe("listedSandboxes", () => {
  it("tells all that is known of a container", () => {
    const usage = { cpuPercent: 12, memoryBytes: 1000 };
    const state = { since: SINCE, exitStatus: undefined };
    expect(listedSandboxes([{ found: foundContainer(), state, usage }], [])).toEqual([
      {
        name: "agent-sandbox-shop-1",
        workspace: "/home/ann/shop",
        mode: "bind",
        branch: undefined,
        workdir: "/workspace/shop",
        state: "running",
        running: true,
        status: "Up 2 hours",
        exitStatus: undefined,
        since: "2026-03-01T10:00:00.000Z",
        created: "2026-03-01T09:59:58.000Z",
        image: "agent-sandbox-shop:latest",
        volumes: ["a:/a", "b:/b"],
        usage,
        work: undefined,
      },
    ]);
  });

  it("gives a branch's container that branch's work, and a branch without one its own line", () => {
    const listed = listedSandboxes([seen(branchContainer("feat"))], [shelf("feat", "fix/x")]);
    expect(listed).toMatchObject([
      { branch: "feat", state: "running", work: { ahead: 2, isOnHost: false, uncommitted: 3 } },
      {
        ...{ branch: "fix/x", state: "none", mode: "branch", running: false, name: undefined },
        ...{ workdir: "/repo-shelf/worktrees/fix__x", volumes: [], work: { ahead: 2 } },
      },
    ]);
  });

  it("never takes one workspace's branch for another's", () => {
    const other = branchContainer("feat", { workspace: "/home/ann/other" });
    expect(listedSandboxes([seen(other)], [shelf("feat")])).toMatchObject([
      { workspace: "/home/ann/other", state: "running", work: undefined },
      { workspace: "/home/ann/shop", state: "none" },
    ]);
  });

  it("is in the order of repositories, each with its own checkout first", () => {
    const containers = [
      seen(branchContainer("b")),
      seen(foundContainer({ workspace: "/home/ann/zoo" })),
      seen(branchContainer("a")),
      seen(),
    ];
    const order = listedSandboxes(containers, [shelf("ab")]).map(
      ({ workspace, branch = "-" }) => `${workspace} ${branch}`,
    );
    expect(order).toEqual([
      "/home/ann/shop -",
      "/home/ann/shop a",
      "/home/ann/shop ab",
      "/home/ann/shop b",
      "/home/ann/zoo -",
    ]);
  });
});
