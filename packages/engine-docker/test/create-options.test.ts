import type { SandboxPlan } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import { toContainerSpec } from "../src/container-spec.ts";
import { toCreateOptions } from "../src/create-options.ts";
import { placeMounts } from "../src/place-mounts.ts";
import { MOUNTPOINTS, sandboxPlan } from "./sandbox-plan.ts";

const base = sandboxPlan();
const created = (changes: Partial<SandboxPlan> = {}) => {
  const spec = toContainerSpec(sandboxPlan(changes));
  const { HostConfig = {}, ...options } = toCreateOptions(placeMounts(spec, MOUNTPOINTS));
  return { spec, options, host: HostConfig };
};
const publishing = (published: SandboxPlan["network"]["published"]) =>
  created({ network: { ...base.network, published } });

describe("toCreateOptions", () => {
  it("closes every door that Docker has, and opens what set-up needs", () => {
    const { host, spec } = created();
    expect(host).toMatchObject({
      CapDrop: ["ALL"],
      CapAdd: spec.capabilities,
      SecurityOpt: ["no-new-privileges"],
      PidsLimit: 4096,
      LogConfig: { Type: "json-file", Config: { "max-size": "5m", "max-file": "2" } },
    });
    expect(Object.keys(host)).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(Privileged|Devices|PidMode|IpcMode|Binds)$/),
      ]),
    );
  });

  it("adds groups where there are some", () => {
    expect(created().host).not.toHaveProperty("GroupAdd");
    expect(created({ groups: [997] }).host.GroupAdd).toEqual(["997"]);
  });

  it("starts PID 1 as root in the working directory, under its names and labels", () => {
    const { options, spec } = created();
    expect(options).toEqual({
      name: "agent-sandbox-shop-5f4dcc3b5aa765d61d8327deb882cf99",
      Hostname: "shop",
      Image: "agent-sandbox-shop:latest",
      User: "root",
      WorkingDir: "/workspace/shop",
      Labels: spec.labels,
      Env: Object.entries(spec.environment).map(([name, value]) => `${name}=${value}`),
      ExposedPorts: {},
    });
  });

  it("keeps the order of mounts, and says read-only of those alone that are", () => {
    const { host } = created();
    expect(host.Mounts?.slice(0, 4)).toEqual([
      { Type: "bind", Source: "/home/ann/shop", Target: "/workspace/shop" },
      { Type: "bind", Source: "/home/ann/shop/.git", Target: "/workspace/shop/.git" },
      {
        Type: "bind",
        Source: "/home/ann/shop/.git/hooks",
        Target: "/workspace/shop/.git/hooks",
        ReadOnly: true,
        BindOptions: { Propagation: "rprivate", NonRecursive: true },
      },
      {
        Type: "volume",
        Source: "agent-sandbox-claude-code-config",
        Target: "/home/node/.claude",
      },
    ]);
  });

  it("takes paths as they stand, without any quoting", () => {
    const source = `/home/ann/a, "b" c`;
    const { host } = created({ mounts: [{ source, target: "/workspace/x", mode: "rw" }] });
    expect(host.Mounts?.[0]).toEqual({ Type: "bind", Source: source, Target: "/workspace/x" });
  });

  it.each([
    [{ memoryBytes: 2 ** 29 }, { Memory: 2 ** 29 }],
    [{ cpus: 1.5 }, { NanoCpus: 1_500_000_000 }],
    [{ cpus: 0.1 + 0.2 }, { NanoCpus: 300_000_000 }],
    [{ pids: 300 }, { PidsLimit: 300 }],
  ])("limits by %j", (limits, expected) => {
    expect(created({ limits: { ...base.limits, ...limits } }).host).toMatchObject(expected);
  });

  it("leaves out limits and the network where none are given", () => {
    const keys = Object.keys(created().host);
    expect(keys).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(Memory|NanoCpus|NetworkMode)$/)]),
    );
  });

  it("joins the network that the plan names", () => {
    expect(created({ container: { image: "a:1", network: "corp" } }).host.NetworkMode).toBe("corp");
  });

  it("publishes on 127.0.0.1 alone, one container port on several host ports too", () => {
    const { options, host } = publishing([
      { hostPort: 8080, containerPort: 80, protocol: "tcp" },
      { hostPort: 8081, containerPort: 80, protocol: "tcp" },
      { hostPort: 8080, containerPort: 80, protocol: "udp" },
    ]);
    expect(options.ExposedPorts).toEqual({ "80/tcp": {}, "80/udp": {} });
    expect(host.PortBindings).toEqual({
      "80/tcp": [
        { HostIp: "127.0.0.1", HostPort: "8080" },
        { HostIp: "127.0.0.1", HostPort: "8081" },
      ],
      "80/udp": [{ HostIp: "127.0.0.1", HostPort: "8080" }],
    });
  });
});
