import type { SandboxPlan } from "@agent-sandbox/core";

/** The plan of an ordinary workspace, with what a test changes in it. */
export function sandboxPlan(changes: Partial<SandboxPlan> = {}): SandboxPlan {
  return {
    workspace: { path: "/home/ann/shop", name: "shop", hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
    user: { uid: 1000, gid: 1000 },
    groups: [],
    mounts: [
      { source: "/home/ann/shop", target: "/workspace/shop", mode: "rw" },
      { source: "/home/ann/shop/.git", target: "/workspace/shop/.git", mode: "rw" },
      { source: "/home/ann/shop/.git/hooks", target: "/workspace/shop/.git/hooks", mode: "ro" },
    ],
    placeholders: [],
    environment: {},
    allowedVariables: [],
    network: {
      hosts: ["api.example", "*.docs.example"],
      deniedHosts: ["a.docs.example"],
      mirrorHosts: ["npm.corp.example"],
      githubRanges: ["192.0.2.0/24", "2001:db8::/32"],
      ports: [80, 443],
      dns: [],
      published: [],
      localhost: true,
    },
    limits: { memoryBytes: undefined, cpus: undefined, pids: 4096 },
    workdir: "/workspace/shop",
    branch: undefined,
    commands: [],
    onLostMount: "stop",
    record: "blocked",
    agents: { isolation: "shared" },
    container: { image: "agent-sandbox-shop:latest", network: undefined },
    ...changes,
  };
}

/** The plan of a branch of the same workspace. */
export function branchPlan(changes: Partial<SandboxPlan> = {}): SandboxPlan {
  return sandboxPlan({
    mounts: [
      { source: "/home/ann/shop", target: "/workspace/shop", mode: "ro" },
      { volume: "shelf", source: "", target: "/repo-shelf", mode: "rw" },
      { volume: "shelf", source: "worktrees", target: "/repo-shelf/worktrees", mode: "ro" },
      { volume: "gate", source: "feat__a", target: "/run/agent-sandbox-gate", mode: "ro" },
    ],
    workdir: "/repo-shelf/worktrees/feat__a",
    branch: { name: "feat/a", key: "feat__a", placeholders: [] },
    ...changes,
  });
}

/** Where a daemon keeps the volumes of these plans. */
export const MOUNTPOINTS: ReadonlyMap<string, string> = new Map(
  ["repo", "gate"].map((part) => {
    const name = `agent-sbx-${part}-5f4dcc3b5aa765d61d8327deb882cf99`;
    return [name, `/var/lib/docker/volumes/${name}/_data`];
  }),
);
