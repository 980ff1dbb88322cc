import type { SandboxPlan } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import { portKey, toContainerSpec } from "../src/container-spec.ts";
import { branchPlan, sandboxPlan } from "./sandbox-plan.ts";

const base = sandboxPlan();
const fingerprint = (changes: Partial<SandboxPlan>) =>
  toContainerSpec(sandboxPlan(changes)).labels["agent-sandbox.plan"];

describe("toContainerSpec", () => {
  it("labels the container so that its workspace finds it again", () => {
    expect(toContainerSpec(base).labels).toEqual({
      "agent-sandbox.workspace": "/home/ann/shop",
      "agent-sandbox.hash": "5f4dcc3b5aa765d61d8327deb882cf99",
      "agent-sandbox.mode": "bind",
      "agent-sandbox.workdir": "/workspace/shop",
      "agent-sandbox.plan": expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
      "agent-sandbox.hidden": expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
    });
  });

  it("puts an empty directory or the mask in the place of what is hidden, and tells PID 1", () => {
    const hidden = { mode: "hidden", source: "/state/mask" } as const;
    const { mounts, environment } = toContainerSpec({
      ...base,
      mounts: [
        { ...hidden, target: "/workspace/shop/.aws", kind: "directory" },
        { ...hidden, target: "/workspace/shop/.env", kind: "file" },
      ],
    });
    expect(mounts.slice(0, 2)).toEqual([
      { type: "tmpfs", target: "/workspace/shop/.aws", readonly: true },
      { type: "bind", source: "/state/mask", target: "/workspace/shop/.env", readonly: true },
    ]);
    expect(environment["AGENT_SANDBOX_MOUNTS"]).toBe(
      "no /workspace/shop/.aws\nno /workspace/shop/.env",
    );
  });

  it.each([
    ["is hidden", { mode: "hidden", source: "/m", target: "/workspace/shop/.env", kind: "file" }],
    ["takes another's place", { mode: "ro", source: "/m", target: "/workspace/shop/.git" }],
  ] as const)("has one fingerprint for what was found and one for the plan: it %s", (_, found) => {
    const { labels } = toContainerSpec(base);
    const mounts = [...base.mounts.filter(({ target }) => target !== found.target), found];
    const more = toContainerSpec({ ...base, mounts }, base).labels;
    expect(more["agent-sandbox.plan"]).toBe(labels["agent-sandbox.plan"]);
    expect(more["agent-sandbox.hidden"]).not.toBe(labels["agent-sandbox.hidden"]);
  });

  it("binds the plan's mounts in their order, then the volumes, all of these writable", () => {
    expect(
      toContainerSpec(base).mounts.map(({ type, target, readonly }) => [type, target, readonly]),
    ).toEqual([
      ["bind", "/workspace/shop", false],
      ["bind", "/workspace/shop/.git", false],
      ["bind", "/workspace/shop/.git/hooks", true],
      ["volume", "/home/node/.claude", false],
      ["volume", "/home/node/.codex", false],
      ["volume", "/commandhistory", false],
    ]);
  });

  it("tells PID 1 the owner, the network and the mounts to watch", () => {
    expect(toContainerSpec(base).environment).toEqual({
      AGENT_SANDBOX_UID: "1000",
      AGENT_SANDBOX_GID: "1000",
      AGENT_SANDBOX_HOSTS: "api.example *.docs.example",
      AGENT_SANDBOX_DENIED_HOSTS: "a.docs.example",
      AGENT_SANDBOX_MIRROR_HOSTS: "npm.corp.example",
      AGENT_SANDBOX_GITHUB_RANGES: "192.0.2.0/24 2001:db8::/32",
      AGENT_SANDBOX_PORTS: "80 443",
      AGENT_SANDBOX_PUBLISHED: "",
      AGENT_SANDBOX_MOUNTS:
        "rw /workspace/shop\nrw /workspace/shop/.git\nro /workspace/shop/.git/hooks",
      AGENT_SANDBOX_ON_LOST_MOUNT: "stop",
    });
  });

  it("names resolvers only where some are given: none means the engine's own", () => {
    const network = { ...base.network, dns: ["192.0.2.53", "192.0.2.54"] };
    const { environment } = toContainerSpec(sandboxPlan({ network }));
    expect(environment["AGENT_SANDBOX_DNS"]).toBe("192.0.2.53 192.0.2.54");
    expect(toContainerSpec(base).environment).not.toHaveProperty("AGENT_SANDBOX_DNS");
  });

  it("never gives PID 1 the commands' own variables, which could steer its set-up", () => {
    const environment = { BASH_ENV: "/workspace/shop/x", AGENT_SANDBOX_HOSTS: "evil.example" };
    expect(toContainerSpec(sandboxPlan({ environment }))).toEqual(toContainerSpec(base));
  });

  it("asks for what set-up needs and nothing that leads out of the container", () => {
    expect(toContainerSpec(base).capabilities).toEqual([
      "CAP_CHOWN",
      "CAP_NET_ADMIN",
      "CAP_NET_RAW",
      "CAP_SETGID",
      "CAP_SETPCAP",
      "CAP_SETUID",
    ]);
  });
});

describe("the spec of a branch", () => {
  const hash = base.workspace.hash;

  it("has its own name and labels, and tells PID 1 of the gate", () => {
    const { name, hostname, labels, environment, workdir } = toContainerSpec(branchPlan());
    expect(name).toBe(`agent-sandbox-shop-feat__a-${hash}`);
    expect(hostname).toBe("shop-feat-a");
    expect(workdir).toBe("/repo-shelf/worktrees/feat__a");
    expect(labels).toMatchObject({
      "agent-sandbox.hash": hash,
      "agent-sandbox.mode": "branch",
      "agent-sandbox.branch": "feat/a",
      "agent-sandbox.workdir": workdir,
    });
    expect(environment).toMatchObject({ AGENT_SANDBOX_GATE: "1" });
    expect(toContainerSpec(base).environment).not.toHaveProperty("AGENT_SANDBOX_GATE");
  });

  it("mounts a whole volume as one, and leaves open where its parts are", () => {
    expect(toContainerSpec(branchPlan()).mounts.slice(0, 4)).toEqual([
      {
        ...{ type: "bind", source: "/home/ann/shop", target: "/workspace/shop" },
        ...{ readonly: true, alone: true },
      },
      {
        ...{ type: "volume", source: `agent-sbx-repo-${hash}`, target: "/repo-shelf" },
        readonly: false,
      },
      {
        ...{ type: "part", volume: `agent-sbx-repo-${hash}`, source: "worktrees" },
        ...{ target: "/repo-shelf/worktrees", readonly: true },
      },
      {
        ...{ type: "part", volume: `agent-sbx-gate-${hash}`, source: "feat__a" },
        ...{ target: "/run/agent-sandbox-gate", readonly: true },
      },
    ]);
  });

  it("has the same fingerprint for an equal plan", () => {
    expect(toContainerSpec(branchPlan()).labels).toEqual(toContainerSpec(branchPlan()).labels);
    expect(toContainerSpec(branchPlan()).labels).not.toEqual(toContainerSpec(base).labels);
  });
});

describe("the fingerprint of a container", () => {
  it("is the same for two people whose policies are the same, each in a folder of their own", () => {
    const policy = (source: string) => ({
      mounts: [
        ...base.mounts,
        { source, target: "/etc/agent-sandbox/policy.json", mode: "ro" } as const,
      ],
    });
    expect(fingerprint(policy("/a/policies/1.json"))).toBe(
      fingerprint(policy("/b/policies/1.json")),
    );
    expect(fingerprint(policy("/a/policies/1.json"))).not.toBe(
      fingerprint(policy("/a/policies/2.json")),
    );
  });

  it("is the same for the same plan, also one that was read back from JSON", () => {
    expect(fingerprint({})).toBe(fingerprint({}));
    const copy = JSON.parse(JSON.stringify(base)) as SandboxPlan;
    expect(toContainerSpec(copy).labels).toEqual(toContainerSpec(base).labels);
  });

  it.each<[string, Partial<SandboxPlan>]>([
    ["the image", { container: { ...base.container, image: "other:1" } }],
    ["the Docker network", { container: { ...base.container, network: "corp" } }],
    ["the owner's uid", { user: { uid: 1001, gid: 1000 } }],
    ["the owner's gid", { user: { uid: 1000, gid: 1001 } }],
    ["a mount", { mounts: base.mounts.slice(0, 2) }],
    ["a mount's mode", { mounts: base.mounts.map((mount) => ({ ...mount, mode: "ro" as const })) }],
    ["the order of mounts", { mounts: base.mounts.toReversed() }],
    ["the memory limit", { limits: { ...base.limits, memoryBytes: 2 ** 30 } }],
    ["the CPU limit", { limits: { ...base.limits, cpus: 1.5 } }],
    ["the limit of processes", { limits: { ...base.limits, pids: 300 } }],
    ["the working directory", { workdir: "/workspace/other" }],
    ["the answer to a lost mount", { onLostMount: "warn" }],
    ["the allowed hosts", { network: { ...base.network, hosts: [] } }],
    ["the denied hosts", { network: { ...base.network, deniedHosts: [] } }],
    ["the mirrors", { network: { ...base.network, mirrorHosts: [] } }],
    ["GitHub's ranges being closed", { network: { ...base.network, githubRanges: [] } }],
    ["the open ports", { network: { ...base.network, ports: [443] } }],
    ["a group", { groups: [997] }],
    ["the loopback", { network: { ...base.network, localhost: false } }],
    ["what is told", { record: "all" }],
    ["the resolvers", { network: { ...base.network, dns: ["192.0.2.53"] } }],
    [
      "a published port",
      {
        network: {
          ...base.network,
          published: [{ hostPort: 8080, containerPort: 80, protocol: "tcp" }],
        },
      },
    ],
    ["the workspace", { workspace: { ...base.workspace, name: "store" } }],
  ])("changes with %s", (_, changes) => {
    expect(fingerprint(changes)).not.toBe(fingerprint({}));
  });

  it("is the same after GitHub has changed its ranges", () => {
    const githubRanges = ["198.51.100.0/24"];
    expect(fingerprint({ network: { ...base.network, githubRanges } })).toBe(fingerprint({}));
  });

  it("tells two host ports of one container port apart", () => {
    const published = (hostPort: number) => ({
      network: {
        ...base.network,
        published: [{ hostPort, containerPort: 80, protocol: "tcp" as const }],
      },
    });
    expect(fingerprint(published(8080))).not.toBe(fingerprint(published(8081)));
  });

  it("stays when only variables of commands or placeholders change: both come with each start", () => {
    const placeholders = [{ path: "/home/ann/shop/x", kind: "file", content: "" }] as const;
    expect(fingerprint({ environment: { A: "1" }, placeholders })).toBe(fingerprint({}));
  });
});

describe("portKey", () => {
  it("writes the container's side of a port", () => {
    expect(portKey({ hostPort: 8080, containerPort: 80, protocol: "tcp" })).toBe("80/tcp");
    expect(portKey({ hostPort: 53, containerPort: 5353, protocol: "udp" })).toBe("5353/udp");
  });
});
