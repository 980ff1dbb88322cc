import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { containerName, hostName, repoImageName } from "../src/names.ts";

const hash = "5f4dcc3b5aa765d61d8327deb882cf99";
const named = (name: string) => ({ path: `/home/ann/${name}`, name, hash });
const of = (name: string) => ({ workspace: named(name) });

describe("containerName", () => {
  it.each([
    ["shop", `agent-sandbox-shop-${hash}`],
    ["My_Shop.v2", `agent-sandbox-My_Shop.v2-${hash}`],
    ['it\'s a, "demo"', `agent-sandbox-it-s-a-demo--${hash}`],
    ["../x", `agent-sandbox-..-x-${hash}`],
    ["店", `agent-sandbox---${hash}`],
  ])("makes of %j a name that Docker takes", (name, expected) => {
    expect(containerName(of(name))).toBe(expected);
  });

  it("cuts a long name, and never the hash", () => {
    const long = containerName(of("a".repeat(255)));
    expect(long).toBe(`agent-sandbox-${"a".repeat(64)}-${hash}`);
  });

  it("keeps two paths with one name apart", () => {
    expect(containerName(of("shop"))).not.toBe(
      containerName({ workspace: { ...named("shop"), hash: hash.toUpperCase() } }),
    );
  });

  it("is always of Docker's letters, with the whole hash and a bounded length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 255 }), (name) => {
        const container = containerName(of(name));
        expect(container).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/);
        expect(container.length).toBeLessThanOrEqual(14 + 64 + 1 + 32);
        expect(container.endsWith(`-${hash}`)).toBe(true);
      }),
    );
  });
});

describe("the name of an agent's container", () => {
  const agent = (name: string, branch?: string) =>
    containerName({
      ...of("shop"),
      agent: { name },
      branch: branch === undefined ? undefined : { name: branch, key: branch },
    });

  it("shows the agent behind that of the sandbox that people enter", () => {
    expect(agent("code-architect")).toBe(`agent-sandbox-shop-${hash}.code-architect`);
    expect(agent("code-architect", "feat")).toBe(`agent-sandbox-shop-feat-${hash}.code-architect`);
    expect(hostName({ ...of("shop"), agent: { name: "Reviewer" } })).toBe("shop-reviewer");
  });

  it("is that of no other agent, and of no branch", () => {
    const names = ["a", "A", "a.b", "a-b", "a b", "é", "è", "x".repeat(32), "x".repeat(33), hash];
    const all = names.map((name) => agent(name));
    expect(new Set(all).size).toBe(names.length);
    for (const name of all) expect(name).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/);
    const branches = [`${hash}.a`, `x.${hash}`, "a"].map((key) =>
      containerName({ ...of("shop"), branch: { name: key, key } }),
    );
    expect(all.filter((name) => branches.includes(name))).toEqual([]);
    for (const name of branches) expect(name).toMatch(new RegExp(`-${hash}$`));
    for (const name of all) expect(name).not.toMatch(new RegExp(`-${hash}$`));
  });
});

describe("the name of a branch's container", () => {
  const branch = (name: string, key = name) =>
    containerName({ ...of("shop"), branch: { name, key } });

  it("shows the branch's key, and is that of no other branch", () => {
    expect(branch("feat/a", "feat__a")).toBe(`agent-sandbox-shop-feat__a-${hash}`);
    const keys = ["feat__a", "é", "è", "a b", "a-b", "a+b", "a".repeat(64), "a".repeat(65), "A"];
    expect(new Set(keys.map((key) => branch(key))).size).toBe(keys.length);
    for (const key of keys) expect(branch(key)).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/);
  });

  it("ends in a hash of the branch's name where the key cannot be shown", () => {
    expect(branch("é")).toMatch(new RegExp(`^agent-sandbox-shop---[0-9a-f]{8}-${hash}$`));
  });

  it("has a host name that shows the branch too", () => {
    expect(hostName({ ...of("shop"), branch: { name: "feat/A", key: "feat__A" } })).toBe(
      "shop-feat-a",
    );
  });
});

describe("hostName", () => {
  it.each([
    ["shop", "shop"],
    ["My_Shop.v2", "my-shop-v2"],
    ["--x--", "x"],
    ["店", "sandbox"],
    ["...", "sandbox"],
    [`${"a".repeat(62)}-b`, "a".repeat(62)],
  ])("makes of %j the label %s", (name, expected) => {
    expect(hostName(of(name))).toBe(expected);
  });

  it("is always one label of RFC 1123", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 255 }), (name) => {
        expect(hostName(of(name))).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
      }),
    );
  });
});

describe("repoImageName", () => {
  it.each([
    ["my-repo", `agent-sandbox-my-repo-${hash}:latest`],
    ["My Repo_2.0", `agent-sandbox-my-repo-2-0-${hash}:latest`],
    ["..", `agent-sandbox-${hash}:latest`],
    ["日本", `agent-sandbox-${hash}:latest`],
    ["-a-", `agent-sandbox-a-${hash}:latest`],
    ["x".repeat(300), `agent-sandbox-${"x".repeat(60)}-${hash}:latest`],
  ])("makes of %j a name that Docker allows", (name, image) => {
    expect(repoImageName({ name, hash })).toBe(image);
  });
});
