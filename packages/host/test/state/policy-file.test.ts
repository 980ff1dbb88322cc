import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { policyPath, writePolicy } from "../../src/state/policy-file.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

describe("writePolicy", () => {
  it("makes a file that everybody can read and nobody write", async () => {
    await using at = await temporaryDirectory();
    const file = policyPath(at.path, "abc");
    writePolicy(file, "{}\n", NOW);
    expect(await readFile(file, "utf8")).toBe("{}\n");
    expect((await stat(file)).mode & 0o777).toBe(0o444);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
    expect(await readdir(dirname(file))).toEqual(["abc.json"]);
  });

  it("leaves the file that is mounted where it is, and puts another text in its place", async () => {
    await using at = await temporaryDirectory();
    const file = policyPath(at.path, "abc");
    writePolicy(file, "one\n", daysAgo(40));
    const { ino } = await stat(file);
    writePolicy(file, "one\n", NOW);
    expect((await stat(file)).ino).toBe(ino);
    expect((await stat(file)).mtime).toEqual(NOW);
    writePolicy(file, "two\n", NOW);
    expect(await readFile(file, "utf8")).toBe("two\n");
  });

  it("takes away what no sandbox was started with for long, drafts of a killed process too", async () => {
    await using at = await temporaryDirectory();
    const directory = join(at.path, "policies");
    await mkdir(directory);
    for (const [name, days] of [
      ["old.json", 31],
      ["old.json.1.tmp", 31],
      ["recent.json", 29],
    ] as const) {
      await writeFile(join(directory, name), "");
      await utimes(join(directory, name), daysAgo(days), daysAgo(days));
    }
    writePolicy(policyPath(at.path, "new"), "{}\n", NOW);
    expect((await readdir(directory)).sort()).toEqual(["new.json", "recent.json"]);
  });

  it("tells what is in its way", async () => {
    await using at = await temporaryDirectory();
    await writeFile(join(at.path, "policies"), "");
    const write = () => {
      writePolicy(policyPath(at.path, "abc"), "{}\n", NOW);
    };
    expect(write).toThrow(
      expect.objectContaining({
        code: "SANDBOX_FAILED",
        message: expect.stringContaining(`Cannot write the policy "${at.path}/policies/abc.json"`),
      }),
    );
  });
});
