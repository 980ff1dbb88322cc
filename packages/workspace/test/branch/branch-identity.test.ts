import { execFileSync } from "node:child_process";

import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { branchIdentity } from "../../src/branch/branch-identity.ts";

const key = (name: string): string => branchIdentity(name).key;

/** Names of the signs that matter, most of which git allows. */
const names = fc
  .array(fc.constantFrom("a", "B", "_", "__", "/", "-", "0123abcd", "é", "\u3000", ".", "'", "="), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(""))
  .filter(isAllowed);

function isAllowed(name: string): boolean {
  try {
    branchIdentity(name);
    return true;
  } catch {
    return false;
  }
}

describe("the key of a branch", () => {
  it.each([
    ["main", "main"],
    ["feature/login", "feature__login"],
    ["a/_b", "a___b"],
    ["a__b", "a__b-63e5c1c4"],
    ["a_/b", "a___b-#"],
    ["x-0123abcd", "x-0123abcd-#"],
    ["a\u3000b", "a__b-#"],
  ])("of %s is %s", (name, expected) => {
    expect([expected, expected.replace(/#$/, key(name).slice(-8))]).toContain(key(name));
  });

  it("is another for every other name", () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        expect(key(one) === key(other)).toBe(one === other);
      }),
      { numRuns: 5000 },
    );
  });

  it("is a safe name of one file", () => {
    fc.assert(
      fc.property(fc.oneof(names, fc.string({ unit: "grapheme" }).filter(isAllowed)), (name) => {
        expect(key(name)).not.toMatch(/[/\0\s]|^\.{0,2}$|^-/);
        expect(Buffer.byteLength(key(name))).toBeLessThanOrEqual(209);
      }),
    );
  });

  it("stays short for a name that is long", () => {
    const long = `${"é".repeat(110)}/${"x".repeat(240)}`;
    expect(key(long)).toMatch(/^é{100}-[0-9a-f]{8}$/);
    expect(key(long)).not.toBe(key(`${long}y`));
  });

  it("follows from the name alone", () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(branchIdentity(name)).toEqual({ name, key: key(name) });
      }),
    );
  });
});

describe("a branch's name", () => {
  const refused = ["", "@", "HEAD", "-x", "a b", "a\tb", "a\x7f", "a~", "a^", "a:b", "a?", "a*"];
  const alsoRefused = ["a[", "a\\b", "a..b", "a@{b", "a.", "/a", "a/", "a//b", ".a", "a/.b"];

  it.each([...refused, ...alsoRefused, "a.lock", "a.lock/b", "\ud800"])("is not %j", (name) => {
    expect(() => branchIdentity(name)).toThrow(
      expect.objectContaining({ code: "BRANCH_INVALID", hint: expect.stringContaining("git") }),
    );
  });

  it("is what git takes for one", () => {
    const odd = fc
      .array(fc.constantFrom(..."a@{}.-/~^:?*[]\\ \"'!#$%&()+,;<=>|`é_".split("")), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(odd, (name) => {
        // By "@" git means HEAD, in most commands.
        fc.pre(name !== "@");
        expect([name, isAllowed(name)]).toEqual([name, gitAllows(name)]);
      }),
      { numRuns: 400 },
    );
  });

  it("is not one that the shelf keeps for itself, nor one that no file can have", () => {
    expect(isAllowed("agent-sandbox/no-branch")).toBe(false);
    expect(isAllowed("x".repeat(250))).toBe(true);
    expect(isAllowed("x".repeat(251))).toBe(false);
    expect(isAllowed(Array.from({ length: 12 }, () => "x".repeat(200)).join("/"))).toBe(false);
  });
});

function gitAllows(name: string): boolean {
  try {
    const output = execFileSync("git", ["check-ref-format", "--branch", name], {
      cwd: "/",
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return output === `${name}\n`;
  } catch {
    return false;
  }
}
