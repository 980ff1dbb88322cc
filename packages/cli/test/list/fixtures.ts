import type { FoundContainer } from "@agent-sandbox/engine-docker";
import type { BranchState } from "@agent-sandbox/workspace";

export const SINCE = new Date("2026-03-01T10:00:00Z");

/** A container of an ordinary workspace, with what a test changes in it. */
export function foundContainer(changes: Partial<FoundContainer> = {}): FoundContainer {
  return {
    id: "c0ffee",
    name: "agent-sandbox-shop-1",
    state: "running",
    running: true,
    alive: true,
    image: "agent-sandbox-shop:latest",
    planHash: "1234",
    hiddenHash: "5678",
    workspace: "/home/ann/shop",
    workspaceHash: "5f4dcc3b5aa765d61d8327deb882cf99",
    workdir: "/workspace/shop",
    mode: "bind",
    branch: undefined,
    agent: undefined,
    status: "Up 2 hours",
    created: new Date("2026-03-01T09:59:58Z"),
    volumes: ["b:/b", "a:/a"],
    ...changes,
  };
}

/** The same of one of its branches. */
export function branchContainer(
  branch: string,
  changes: Partial<FoundContainer> = {},
): FoundContainer {
  const workdir = `/repo-shelf/worktrees/${branch}`;
  return foundContainer({ id: branch, mode: "branch", branch, workdir, ...changes });
}

export function branchState(name: string, changes: Partial<BranchState> = {}): BranchState {
  return {
    name,
    key: name.replaceAll("/", "__"),
    ahead: 2,
    isOnHost: false,
    uncommitted: 3,
    head: name,
    lastCommit: undefined,
    bytes: undefined,
    ...changes,
  };
}
