import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readJsonFile, writeJsonFile } from "../../src/state/json-file.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("writeJsonFile and readJsonFile", () => {
  it("make a file, and the folders to it, for the user alone", async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, "a/b.json");
    await writeJsonFile(file, { x: 1 });
    await writeJsonFile(file, { x: 2 });
    expect(readJsonFile(file)).toEqual({ x: 2 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory.path, "a"))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(directory.path, "a"))).toEqual(["b.json"]);
  });

  it("leave nothing behind when the file cannot take its place", async () => {
    await using directory = await temporaryDirectory();
    await mkdir(join(directory.path, "b.json/full"), { recursive: true });
    await expect(writeJsonFile(join(directory.path, "b.json"), {})).rejects.toThrow();
    expect(await readdir(directory.path)).toEqual(["b.json"]);
  });

  it("take a broken file for none", async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, "a.json");
    await writeFile(file, '{"x":');
    expect(readJsonFile(file)).toBeUndefined();
  });
});
