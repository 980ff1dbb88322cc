import { describe, expect, it } from "@jest/globals";
import { decide } from "../../src/decide/decide.ts";
import type { PathTarget } from "../../src/decide/request.ts";
import { policyOf, target } from "../support/policies.ts";

const PLAIN = policyOf({});

const SENSITIVE = "deny sensitive-file-pattern";
const OUTSIDE = "deny outside-project-root";
const INSIDE = "allow within-project-root";

function answer(operation: "read" | "write" | "delete", at: PathTarget, policy = PLAIN): string {
  const { effect, rule } = decide(policy, { operation, target: at });
  return `${effect} ${rule}`;
}

describe("writing", () => {
  it.each([
    ".git/hooks",
    ".git/hooks/pre-commit",
    ".agent-sandbox/config.json",
    ".husky/x",
    ".git/config",
  ])("refuses %j, which is protected, and lets it be read", (path) => {
    expect(answer("write", target(path))).toBe("deny protected-path");
    expect(answer("delete", target(path))).toBe("deny protected-path");
    expect(answer("read", target(path))).toMatch(/^allow/);
  });

  it("refuses to take away a directory that holds what is protected, excluded or read-only", () => {
    const policy = policyOf({
      project: { filesystem: { exclude: ["a/b/private"], ro: ["c/vendor"], protected: ["d/e"] } },
    });
    const remove = (path: string, facts: Partial<PathTarget> = {}) =>
      answer("delete", target(path, facts), policy);
    expect(remove(".git")).toBe("deny protected-path");
    expect(remove("d")).toBe("deny protected-path");
    expect(remove("a")).toBe("deny path-rule");
    expect(remove("c")).toBe("deny path-rule");
    expect(remove(".")).toBe("deny protected-path");
    expect(remove("src")).toBe(INSIDE);
    expect(remove("src", { holds: ["/home/ann/proj/src/a/.env"] })).toBe(SENSITIVE);
    expect(remove("src", { holds: ["/home/ann/proj/src/a/x"] })).toBe(INSIDE);
  });

  it.each([
    ["a.txt", "b.txt", INSIDE],
    ["a.txt", "../b.txt", OUTSIDE],
    ["../a.txt", "b.txt", OUTSIDE],
    [".env", "b.txt", SENSITIVE],
    [".env.example", ".env", SENSITIVE],
    ["a", ".git/hooks/pre-commit", "deny protected-path"],
    [".git", "git2", "deny protected-path"],
  ])("renames %j to %j: %s", (from, to, expected) => {
    const { effect, rule } = decide(PLAIN, {
      operation: "rename",
      from: target(from),
      to: target(to),
    });
    expect(`${effect} ${rule}`).toBe(expected);
  });

  it("to one of several names of a file is allowed, and the decision says so", () => {
    const { effect, reason } = decide(PLAIN, {
      operation: "write",
      target: target("a", { links: 2 }),
    });
    expect(effect).toBe("allow");
    expect(reason).toContain('"/home/ann/proj/a" is one of 2 names of its file');
  });
});

describe("a decision about a path", () => {
  it("names layer, file, key and what would change it", () => {
    const policy = policyOf({ user: { filesystem: { exclude: ["private"] } } });
    expect(decide(policy, { operation: "list", target: target("private") })).toEqual({
      effect: "deny",
      rule: "path-rule",
      layer: "user",
      source: { layer: "user", file: "/user.json", key: "filesystem.exclude[0]" },
      reason: '"/home/ann/proj/private": "/home/ann/proj/private" is excluded',
      wouldChange:
        'Change filesystem.exclude[0] of "/user.json", or add "/home/ann/proj/private" to filesystem.rw',
    });
  });
});
