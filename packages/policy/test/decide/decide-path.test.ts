import { describe, expect, it } from "@jest/globals";
import { decide } from "../../src/decide/decide.ts";
import type { PathTarget } from "../../src/decide/request.ts";
import type { ResolvedPolicy } from "../../src/resolve/resolved-policy.ts";
import { BWRAP, DOCKER } from "../support/contexts.ts";
import { policyOf, target } from "../support/policies.ts";

const PLAIN = policyOf({});

function answer(policy: ResolvedPolicy, operation: "read" | "write" | "delete", at: PathTarget) {
  const { effect, rule } = decide(policy, { operation, target: at });
  return `${effect} ${rule}`;
}

const read = (path: string, facts: Partial<PathTarget> = {}, policy = PLAIN) =>
  answer(policy, "read", target(path, facts));
const write = (path: string, facts: Partial<PathTarget> = {}, policy = PLAIN) =>
  answer(policy, "write", target(path, facts));

const SENSITIVE = "deny sensitive-file-pattern";
const OUTSIDE = "deny outside-project-root";
const INSIDE = "allow within-project-root";

describe("a path", () => {
  it.each([
    // Compared by names, never by the letters of a path.
    ["/home/ann/proj", INSIDE],
    ["/home/ann/proj/", INSIDE],
    ["/home/ann/proj/../proj-evil/x", OUTSIDE],
    ["/home/ann/proj-evil/x", OUTSIDE],
    ["/home/ann/pro", OUTSIDE],
    ["/home/ann", OUTSIDE],
    ["..", OUTSIDE],
    ["../../../../etc/shadow", OUTSIDE],
    ["src/../../other/x", OUTSIDE],
    ["a/b/../../src/x.ts", INSIDE],
    ["..a/x", INSIDE],
    // Seed 000, AC-1.
    ["/home/ann/.ssh/id_rsa", SENSITIVE],
    ["/home/ann/.ssh", SENSITIVE],
    ["/home/ann/.aws/config", SENSITIVE],
    ["/home/ann/other/x", OUTSIDE],
    ["/etc/shadow", OUTSIDE],
    ["/etc", OUTSIDE],
    ["/", OUTSIDE],
    // What programs cannot start without, and only that.
    ["/usr/lib/python3/secrets.py", "allow system-path"],
    ["/etc/ssl/certs/x.pem", "allow system-path"],
    ["/usr/../etc/shadow", OUTSIDE],
    ["/usrlocal/x", OUTSIDE],
    ["/dev/null", "allow system-path"],
    ["/dev/sda", OUTSIDE],
    // Spellings of one name.
    [".env", SENSITIVE],
    ["./.env", SENSITIVE],
    [".//.env", SENSITIVE],
    ["src/../.env", SENSITIVE],
    [".env/.", SENSITIVE],
    [".env/", SENSITIVE],
    ["nowhere/../.env", SENSITIVE],
    // At any depth, in any case, and what is in it.
    ["packages/a/.env.local", SENSITIVE],
    ["packages/a/.env.example", "allow allowed-pattern"],
    [".env.example", "allow allowed-pattern"],
    [".env.example.bak", SENSITIVE],
    [".environment", INSIDE],
    ["my.env", INSIDE],
    ["ID.PEM", SENSITIVE],
    [".ENV", SENSITIVE],
    ["server.Key", SENSITIVE],
    ["src/secrets.ts", SENSITIVE],
    ["src/MySecretThing/x.ts", SENSITIVE],
    [".aws/credentials", SENSITIVE],
    ["sub/.config/.env", SENSITIVE],
    ["home/.ssh/config", SENSITIVE],
    [".sshd/x", INSIDE],
    // Another encoding of a letter, and letters without a shape.
    ["\u212Aeys/a.\u212Aey", SENSITIVE],
    [".e\u200Dnv", SENSITIVE],
    ["\uFEFF.env", SENSITIVE],
    // A backslash is a letter like others.
    ["src\\..\\.env", INSIDE],
    ["a\\.env/x", INSIDE],
  ])("%j for reading: %s", (path, expected) => {
    expect(read(path)).toBe(expected);
  });

  it.each([
    ["a\0b", "deny invalid-path"],
    [".env\0.example", "deny invalid-path"],
    ["a\nb", "deny invalid-path"],
    ["a\x1b[2Jb", "deny invalid-path"],
    ["a\x7f", "deny invalid-path"],
    ["half\ud800", "deny invalid-path"],
    ["/proc/self/cwd/.env", "deny magic-link"],
    ["/proc/self/cwd/../.env", "deny magic-link"],
    ["/proc//self/./cwd/x", "deny magic-link"],
    ["/proc/self/root/etc/shadow", "deny magic-link"],
    ["/proc/1/root/etc/shadow", "deny magic-link"],
    ["/proc/thread-self/fd/3", "deny magic-link"],
    ["/proc/self/task/7/cwd/x", "deny magic-link"],
    ["/proc/self/exe", "deny magic-link"],
    ["/proc/self/map_files/1-2", "deny magic-link"],
    ["/sys/../proc/self/cwd/a", "deny magic-link"],
    ["/dev/fd/3", "deny magic-link"],
    ["/dev/fd/../fd/3", "deny magic-link"],
    ["/dev/fd/3/x", "deny magic-link"],
    ["/dev/fd/2", "allow standard-stream"],
    ["/dev/stdin", "allow standard-stream"],
    ["/dev/stdin/../sda", OUTSIDE],
    ["/proc/self/environ", OUTSIDE],
  ])("%j: %s", (path, expected) => {
    expect(read(path)).toBe(expected);
  });

  it("is refused where it is not absolute", () => {
    expect(answer(PLAIN, "read", { path: "src/x", real: "/home/ann/proj/src/x" })).toBe(
      "deny invalid-path",
    );
    expect(answer(PLAIN, "read", { path: "", real: "/" })).toBe("deny invalid-path");
  });
});

describe("a link", () => {
  it.each([
    ["to a sensitive file", "notes.txt", "/home/ann/proj/.env", SENSITIVE],
    ["out of the root", "notes.txt", "/home/ann/notes.txt", OUTSIDE],
    ["that is a directory, out of the root", "lib/x.ts", "/home/ann/lib/x.ts", OUTSIDE],
    ["out of the root, named from outside", "/srv/in/x", "/home/ann/proj/x", OUTSIDE],
    ["with a sensitive name to an ordinary file", ".env", "/home/ann/proj/a.txt", SENSITIVE],
    ["inside of the root", "a", "/home/ann/proj/b", INSIDE],
    ["to a process's own directory", "a", "/proc/7/cwd/b", "deny magic-link"],
  ])("%s", (...[, path, real, expected]) => {
    expect(read(path, { real })).toBe(expected);
    expect(write(path, { real })).toBe(expected);
  });

  it("whose end cannot be found out, such as a loop, is refused", () => {
    expect(read("loop", { real: undefined })).toBe("deny unresolved-path");
    expect(read(".env", { real: undefined })).toBe(SENSITIVE);
  });

  it("says where it leads", () => {
    const { reason } = decide(PLAIN, {
      operation: "read",
      target: target("a", { real: "/home/ann/proj/.env" }),
    });
    expect(reason).toBe(
      '"/home/ann/proj/a" leads to it: "/home/ann/proj/.env" matches the blocked pattern ".env"',
    );
  });
});

describe("a root", () => {
  it("that is a link is known by both of its paths", () => {
    const links = [{ path: "/home/ann/proj", real: "/data/proj" }];
    const policy = policyOf({ project: { filesystem: { ro: ["vendor"] } } }, { ...DOCKER, links });
    const facts = { real: "/data/proj/src/x" };
    expect(read("src/x", facts, policy)).toBe(INSIDE);
    expect(read("/data/proj/src/x", {}, policy)).toBe(INSIDE);
    expect(write("/data/proj/vendor/x", {}, policy)).toBe("deny path-rule");
    expect(write("vendor/x", { real: "/data/proj/vendor/x" }, policy)).toBe("deny path-rule");
    expect(write(".git/hooks/x", { real: "/data/proj/.git/hooks/x" }, policy)).toBe(
      "deny protected-path",
    );
    expect(read("/data/other", {}, policy)).toBe(OUTSIDE);
  });

  it("of / opens everything but what is blocked", () => {
    const policy = policyOf({ user: { filesystem: { root: "/" } } });
    expect(write("/srv/x", {}, policy)).toBe(INSIDE);
    expect(write("/usr/x", {}, policy)).toBe(INSIDE);
    expect(read("/home/ann/.ssh/config", {}, policy)).toBe(SENSITIVE);
    expect(write(".git/hooks/x", {}, policy)).toBe("deny protected-path");
  });

  it("narrower than the workspace leaves the rest outside", () => {
    const policy = policyOf({ project: { filesystem: { root: "packages/app" } } });
    expect(write("packages/app/x", {}, policy)).toBe(INSIDE);
    expect(read("packages/lib/x", {}, policy)).toBe(OUTSIDE);
  });

  it("in a directory with a sensitive name is not blocked as a whole", () => {
    const workspace = "/home/ann/secret-stuff/proj";
    const policy = policyOf({}, { ...DOCKER, workspace });
    expect(read(`${workspace}/src/x`, {}, policy)).toBe(INSIDE);
    expect(read(`${workspace}/secret-stuff/x`, {}, policy)).toBe(SENSITIVE);
  });
});

describe("rules of paths", () => {
  const files = (filesystem: object) => policyOf({ project: { filesystem } });

  it.each<[string, object, string, string, string]>([
    [
      "the deeper path",
      { exclude: ["a"], ro: ["a/b"], rw: ["a/b/c"] },
      "a/b/c/d",
      "rw",
      "allow path-rule",
    ],
    ["the deeper path", { exclude: ["a"], ro: ["a/b"] }, "a/b/x", "ro", "allow path-rule"],
    ["the deeper path", { exclude: ["a"], ro: ["a/b"] }, "a/x", "-", "deny path-rule"],
    ["exact over glob", { exclude: ["a/*"], rw: ["a/b"] }, "a/b/x", "rw", "allow path-rule"],
    ["exact over glob", { exclude: ["a/*"], rw: ["a/b"] }, "a/c", "-", "deny path-rule"],
    ["exclude over ro", { exclude: ["a"], ro: ["a"], rw: ["a"] }, "a", "-", "deny path-rule"],
    ["ro over rw", { ro: ["a"], rw: ["a"] }, "a", "ro", "allow path-rule"],
    ["the root's own path", { ro: ["."] }, "x", "ro", "allow path-rule"],
    ["a deeper root", { exclude: [".."] }, "x", "rw", INSIDE],
    ["a glob of dotfiles", { ro: ["*"] }, ".hidden", "ro", "allow path-rule"],
    ["a glob in the middle", { ro: ["*/gen"] }, "a/gen/x", "ro", "allow path-rule"],
    ["a glob stays in its name", { ro: ["*/gen"] }, "a/b/gen", "rw", INSIDE],
    [
      "brackets spelled as they are",
      { exclude: ["app/[id]"] },
      "app/[id]/page.tsx",
      "-",
      "deny path-rule",
    ],
    ["a path from outside", { ro: ["/srv/data"] }, "/srv/data/x", "ro", "allow path-rule"],
    ["a path of the home", { rw: ["~/.cache"] }, "/home/ann/.cache/x", "rw", "allow path-rule"],
    [
      "another encoding of a denial",
      { exclude: ["caf\u00e9"] },
      "cafe\u0301/x",
      "-",
      "deny path-rule",
    ],
    ["another encoding of a grant", { rw: ["/srv/caf\u00e9"] }, "/srv/cafe\u0301/x", "-", OUTSIDE],
  ])("%s: %j on %j is %s", (...[, filesystem, path, level, expected]) => {
    const policy = files(filesystem);
    expect(read(path, {}, policy)).toBe(expected);
    expect(write(path, {}, policy).startsWith("allow")).toBe(level === "rw");
  });

  it("of a later layer win over those of an earlier one on the same path", () => {
    const policy = policyOf({
      user: { filesystem: { exclude: ["a"], rw: ["b"] } },
      project: { filesystem: { rw: ["a"], ro: ["b"] } },
    });
    expect(write("a", {}, policy)).toBe("allow path-rule");
    expect(write("b", {}, policy)).toBe("deny path-rule");
  });

  it("never lift a blocked pattern", () => {
    const policy = files({ rw: [".env", "~/.ssh"] });
    expect(read(".env", {}, policy)).toBe(SENSITIVE);
    expect(read("/home/ann/.ssh/config", {}, policy)).toBe(SENSITIVE);
  });

  it("under base: host leave the rest readable, and nothing else", () => {
    const policy = policyOf({}, BWRAP);
    expect(read("/etc/hostname", {}, policy)).toBe("allow base-host");
    expect(write("/etc/hostname", {}, policy)).toBe("deny base-host");
    expect(write("/home/ann/x", {}, policy)).toBe("deny path-rule");
    expect(write("/home/ann/.cache/x", {}, policy)).toBe("allow path-rule");
    expect(write("/tmp/x", {}, policy)).toBe("allow path-rule");
    expect(write("/home/ann/.config/agent-sandbox/config.json", {}, policy)).toBe("deny path-rule");
  });

  it("compare as the volume does", () => {
    const policy = files({ exclude: ["Private"], ro: ["vendor"] });
    expect(read("PRIVATE/x", {}, policy)).toBe(INSIDE);
    expect(read("PRIVATE/x", { ignoresCase: true }, policy)).toBe("deny path-rule");
    expect(write("Vendor/x", { ignoresCase: true }, policy)).toBe("deny path-rule");
    expect(write(".GIT/Hooks/x", { ignoresCase: true }, policy)).toBe("deny protected-path");
  });
});

describe("blocked and allowed patterns", () => {
  it.each<[string, object, object, string]>([
    ["lifts a default", {}, { allowedPatterns: ["secret.txt"] }, "allow allowed-pattern"],
    [
      "lifts its own layer's",
      {},
      { blockedPatterns: ["*.txt"], allowedPatterns: ["secret.txt"] },
      "allow allowed-pattern",
    ],
    [
      "does not lift a later layer's",
      { allowedPatterns: ["secret.txt"] },
      { blockedPatterns: ["*.txt"] },
      SENSITIVE,
    ],
    [
      "lifts an earlier layer's",
      { blockedPatterns: ["*.txt"] },
      { allowedPatterns: ["secret.txt"] },
      "allow allowed-pattern",
    ],
    [
      "does not lift what a later layer blocks again",
      { blockedPatterns: ["*.txt"], allowedPatterns: ["secret.txt"] },
      { blockedPatterns: ["*.txt"] },
      SENSITIVE,
    ],
    [
      "is taken away by an empty list",
      { allowedPatterns: ["secret.txt"] },
      { allowedPatterns: [] },
      SENSITIVE,
    ],
  ])("an exception %s", (...[, user, project, expected]) => {
    const policy = policyOf({ user: { filesystem: user }, project: { filesystem: project } });
    expect(read("a/secret.txt", {}, policy)).toBe(expected);
  });

  it("opens nothing that a rule of paths keeps closed", () => {
    const policy = policyOf({ user: { filesystem: { allowedPatterns: ["~/.ssh/known_hosts"] } } });
    expect(read("/home/ann/.ssh/known_hosts", {}, policy)).toBe(OUTSIDE);
  });

  it("of a directory leave a file of its name alone", () => {
    expect(read(".aws", { kind: "file" })).toBe(INSIDE);
    expect(read(".aws", { kind: "directory" })).toBe(SENSITIVE);
    expect(read(".aws")).toBe(SENSITIVE);
  });

  it("of the seed's example hold as they stand", () => {
    const policy = policyOf({
      project: {
        filesystem: {
          root: "./",
          "blocked-patterns": ["**/.env*", "**/*.pem", "**/credentials*"],
          "allowed-patterns": [".env.example"],
        },
      },
    });
    expect(read("a/.environment", {}, policy)).toBe(SENSITIVE);
    expect(read("packages/a/.env.example", {}, policy)).toBe("allow allowed-pattern");
  });
});
