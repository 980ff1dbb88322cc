import { describe, expect, it } from "@jest/globals";
import { planSandbox } from "../../src/plan/plan-sandbox.ts";
import type { BranchIdentity } from "../../src/shelf.ts";
import { hostFacts } from "../support/host-facts.ts";
import { resolved } from "../support/resolved.ts";

const plan = (policy: unknown, facts = hostFacts(), branch?: BranchIdentity) =>
  planSandbox({
    policy: resolved(policy),
    facts,
    repoImage: "agent-sandbox-shop:latest",
    branch,
  });

describe("planSandbox", () => {
  it("mounts the workspace writable below /workspace, works there, and protects after that", () => {
    const { mounts, workdir, workspace, user } = plan({});
    expect(workdir).toBe("/workspace/shop");
    expect(mounts).toContainEqual({
      source: "/home/ann/shop",
      target: "/workspace/shop",
      mode: "rw",
    });
    expect(mounts).toContainEqual({
      source: "/home/ann/shop/.git/hooks",
      target: "/workspace/shop/.git/hooks",
      mode: "ro",
    });
    expect(workspace).toEqual(hostFacts().workspace);
    expect(user).toEqual({ uid: 1000, gid: 1000 });
  });

  it.each([
    ["bind mode", undefined],
    ["branch mode", { name: "feat/a", key: "feat__a" }],
  ])(
    "names parents before children among all of its mounts and placeholders, in %s",
    (_, branch) => {
      const { mounts, placeholders } = plan({}, hostFacts(), branch);
      for (const paths of [
        mounts.map(({ target }) => target),
        placeholders.map(({ path }) => path),
      ]) {
        expect(new Set(paths).size).toBe(paths.length);
        expect(paths).toEqual(paths.toSorted());
      }
    },
  );

  it("never makes a place for something outside the workspace", () => {
    const { placeholders } = plan({ filesystem: { protected: ["a/b/c", "d/"] } });
    expect(placeholders.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/home/ann/shop/a/b/c", "/home/ann/shop/d"]),
    );
    expect(placeholders.every(({ path }) => path.startsWith("/home/ann/shop/"))).toBe(true);
  });

  it("hands on the variables, limits and the answer to a lost mount", () => {
    const made = plan({
      environment: { allow: ["API_KEY"], set: { A: "1", B: "a b" } },
      container: { memory: "1g", cpus: 1.5, pids: 300, onLostMount: "warn" },
    });
    expect(made).toMatchObject({
      environment: { A: "1", B: "a b" },
      allowedVariables: expect.arrayContaining(["API_KEY", "NODE_ENV", "TERM"]) as unknown,
      limits: { memoryBytes: 2 ** 30, cpus: 1.5, pids: 300 },
      onLostMount: "warn",
    });
  });

  it("hands in no variable that is blocked, whoever names it, and none that belongs to the machine", () => {
    const made = plan({
      environment: { allow: ["API_KEY"], block: ["API_*", "DEBUG", "B"], set: { A: "1", B: "2" } },
    });
    expect(made.environment).toEqual({ A: "1" });
    for (const name of ["API_KEY", "DEBUG", "PATH", "HOME", "LANG", "SHELL", "TMPDIR"]) {
      expect(made.allowedVariables).not.toContain(name);
    }
  });

  it("holds the place of an excluded path that is not there", () => {
    const made = plan({ filesystem: { exclude: ["vault", "dumps/*.sql"] } });
    const target = "/workspace/shop/vault";
    expect(made.mounts).toContainEqual({ source: "/home/ann/shop/vault", target, mode: "ro" });
    expect(made.placeholders).toContainEqual({
      path: "/home/ann/shop/vault",
      kind: "directory",
      content: "",
    });
  });

  it("limits processes alone, and stops at a lost mount, where nothing is configured", () => {
    const { limits, onLostMount, environment } = plan({});
    expect(limits).toEqual({ memoryBytes: undefined, cpus: undefined, pids: 4096 });
    expect(onLostMount).toBe("stop");
    expect(environment).toEqual({});
  });

  it("takes the configured image before the repository's own", () => {
    expect(plan({}).container).toEqual({
      image: "agent-sandbox-shop:latest",
      network: undefined,
    });
    const container = { image: "tools:3", network: "corp" };
    expect(plan({ container }).container).toEqual(container);
  });

  it("judges the workspace before anything else that could be wrong", () => {
    const facts = hostFacts({ owner: { uid: 0, gid: 0 }, paths: { ".husky": "link" } });
    expect(() => plan({ network: true }, facts)).toThrow(/belongs to root/);
  });

  it("fails where a rule cannot be kept", () => {
    expect(() => plan({ network: true })).toThrow(
      expect.objectContaining({ code: "POLICY_UNSUPPORTED" }),
    );
    expect(() => plan({}, hostFacts({ paths: { ".husky": "link" } }))).toThrow(
      expect.objectContaining({ code: "WORKSPACE_INVALID" }),
    );
  });

  it("is plain data: it is the same after a round through JSON", () => {
    const made = plan({ container: { memory: "1g", cpus: 2, image: "a:1", network: "n" } });
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
  });
});
