import type { SandboxPlan } from "@agent-sandbox/core";
import { decide, parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";
import { sandboxPolicy, withPolicyFile } from "../src/sandbox-policy.ts";

const WORKTREE = "/repo-shelf/worktrees/feat";
const TARGET = "/etc/agent-sandbox/policy.json";

/** What of a branch's plan the policy follows from. */
const plan = {
  workdir: WORKTREE,
  mounts: [
    { volume: "shelf", source: "", target: "/repo-shelf", mode: "rw" },
    { volume: "shelf", source: "worktrees", target: "/repo-shelf/worktrees", mode: "ro" },
    { volume: "shelf", source: "worktrees/feat", target: WORKTREE, mode: "rw" },
    { source: "/home/ann/shop", target: "/workspace/shop", mode: "ro" },
  ],
  network: { mirrorHosts: ["npm.corp.example"] },
} as unknown as SandboxPlan;

const layersOf = (config: unknown, line = 1) => [
  parsePolicy(config, {
    ...{ layer: "project" as const, file: "/home/ann/shop/.agent-sandbox/config.json" },
    lines: new Map([["tools.deny[0]", line]]),
  }),
];

function judge(config: unknown, operation: "read" | "write", path: string) {
  const policy = sandboxPolicy(layersOf(config), plan);
  return decide(policy, { operation, target: { path, real: path } }).effect;
}

describe("sandboxPolicy", () => {
  it.each([
    ["write", `${WORKTREE}/a`, "allow"],
    ["read", `${WORKTREE}/.env`, "deny"],
    ["write", `${WORKTREE}/.husky/pre-commit`, "deny"],
    ["read", "/workspace/shop/a", "allow"],
    ["read", "/workspace/shop/.env", "deny"],
    ["write", "/workspace/shop/a", "deny"],
    ["read", "/repo-shelf/worktrees/other/a", "allow"],
    ["write", "/repo-shelf/worktrees/other/a", "deny"],
    ["write", "/home/node/.npmrc", "allow"],
    ["read", "/home/node/.ssh/id_rsa", "deny"],
    ["read", "/home/ann/shop/a", "deny"],
    ["read", "/etc/shadow", "deny"],
    ["write", "/etc/agent-sandbox/policy.json", "deny"],
  ] as const)("%s %s: %s", (operation, path, effect) => {
    expect(judge({}, operation, path)).toBe(effect);
  });

  it("opens the hosts of the user's registries beside those of the policy", () => {
    const connect = (config: unknown, host: string) =>
      decide(sandboxPolicy(layersOf(config), plan), { operation: "connect", host, port: 443 })
        .effect;
    expect(connect({}, "npm.corp.example")).toBe("allow");
    expect(connect({}, "api.anthropic.com")).toBe("allow");
    expect(connect({}, "evil.example")).toBe("deny");
    const denied = { network: { "denied-domains": ["npm.corp.example"] } };
    expect(connect(denied, "npm.corp.example")).toBe("deny");
  });

  it("takes nothing away where nothing is mounted beside the work", () => {
    const alone = { ...plan, mounts: [], network: { ...plan.network, mirrorHosts: [] } };
    const policy = sandboxPolicy(layersOf({ filesystem: { ro: ["/srv/data"] } }), alone);
    const request = { operation: "connect", host: "api.anthropic.com", port: 443 } as const;
    expect(decide(policy, request).effect).toBe("allow");
    const target = { path: "/srv/data/a", real: "/srv/data/a" };
    expect(decide(policy, { operation: "read", target }).effect).toBe("allow");
  });
});

describe("withPolicyFile", () => {
  const sourceOf = (config: unknown, line?: number, changes: Partial<SandboxPlan> = {}) => {
    const policy = resolvePolicy(layersOf(config, line), {
      ...{ engine: "docker", workspace: "/home/ann/shop", home: "/home/ann", temp: "/tmp" },
    });
    const { mounts } = withPolicyFile({ ...plan, ...changes }, policy, "/state");
    return mounts.find(({ target }) => target === TARGET)?.source;
  };
  const denied = { tools: { deny: ["WebSearch"] } };

  it("names the file by all that its text follows from, and by nothing else", () => {
    expect(sourceOf(denied)).toMatch(/^\/state\/policies\/[0-9a-f]{32}\.json$/);
    expect(sourceOf(denied, 7)).toBe(sourceOf(denied, 1));
    const others = [
      sourceOf({}),
      sourceOf(denied, 1, { workdir: "/workspace/shop" }),
      sourceOf(denied, 1, { mounts: [] }),
      sourceOf(denied, 1, { network: { ...plan.network, mirrorHosts: [] } }),
    ];
    expect(new Set([...others, sourceOf(denied)]).size).toBe(5);
  });
});

describe("the policy of a named agent", () => {
  const layers = layersOf({});
  const policy = resolvePolicy(layers, {
    ...{ engine: "docker", workspace: "/home/ann/shop", home: "/home/ann", temp: "/tmp" },
  });
  const named = (name: string, readOnly = false): SandboxPlan => ({
    ...plan,
    agent: { name, readOnly },
  });
  const file = (of: SandboxPlan) =>
    withPolicyFile(of, policy, "/state").mounts.find(({ target }) => target === TARGET)?.source;

  it("is another file than people's, and than another agent's", () => {
    expect(new Set([file(plan), file(named("a")), file(named("b"))]).size).toBe(3);
  });

  it.each([
    [true, "deny"],
    [false, "allow"],
  ])("says that nothing of the work is written where nothing can be: %j", (readOnly, effect) => {
    const own = sandboxPolicy(layers, named("a", readOnly));
    const path = `${WORKTREE}/a`;
    const target = { path, real: path };
    expect(decide(own, { operation: "write", target }).effect).toBe(effect);
    expect(decide(own, { operation: "read", target }).effect).toBe("allow");
  });
});
