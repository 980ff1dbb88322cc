import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readOutside, realOrSame } from "../../src/facts/outside-facts.ts";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  mkdirSync(join(root, "data"));
  symlinkSync("data", join(root, "link"));
  symlinkSync("loop", join(root, "loop"));
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

describe("readOutside", () => {
  it("follows links to what is there", () => {
    const data = { real: join(root, "data"), kind: "directory" };
    expect(readOutside(join(root, "data"))).toEqual(data);
    expect(readOutside(join(root, "link"))).toEqual(data);
  });

  it.each(["absent", "loop", "absent/below"])("finds nothing at %s", (name) => {
    const path = join(root, name);
    expect(readOutside(path)).toEqual({ real: path, kind: "absent" });
    expect(realOrSame(path)).toBe(path);
  });

  it("tells devices and sockets from files", () => {
    expect(readOutside("/dev/null").kind).toBe("other");
    expect(readOutside("/etc/passwd").kind).toBe("file");
  });
});
