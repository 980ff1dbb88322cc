import type { SandboxPlan } from "@agent-sandbox/core";

/** The plan of an ordinary workspace, with what a test changes in it. */
export function sandboxPlan(changes: Partial<SandboxPlan> = {}): SandboxPlan {
  return {
    workspace: { path: "/home/ann/shop", name: "shop", hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
    user: { uid: 1000, gid: 1000 },
    mounts: [
      { source: "/home/ann/shop", target: "/workspace/shop", mode: "rw" },
      { source: "/home/ann/shop/.git", target: "/workspace/shop/.git", mode: "rw" },
      { source: "/home/ann/shop/.git/hooks", target: "/workspace/shop/.git/hooks", mode: "ro" },
    ],
    placeholders: [],
    environment: {},
    network: {
      hosts: ["api.example", "*.docs.example"],
      deniedHosts: ["a.docs.example"],
      mirrorHosts: ["npm.corp.example"],
      githubRanges: ["192.0.2.0/24", "2001:db8::/32"],
      ports: [80, 443],
      dns: [],
      published: [],
    },
    limits: { memoryBytes: undefined, cpus: undefined, pids: 4096 },
    workdir: "/workspace/shop",
    onLostMount: "stop",
    container: { image: "agent-sandbox-shop:latest", network: undefined },
    ...changes,
  };
}
