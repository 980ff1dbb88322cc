import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { maskFile } from "../../src/state/mask-file.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("maskFile", () => {
  it.each([
    ["nothing", () => Promise.resolve()],
    ["a file that can be read", (file: string) => writeFile(file, "")],
    ["a file with something in it", (file: string) => writeFile(file, "x", { mode: 0 })],
    ["a directory", (file: string) => mkdir(join(file, "x"), { recursive: true })],
    ["a link", (file: string) => symlink("/etc/passwd", file)],
  ])("is an empty file of mode 0000 where there was %s", async (_, place) => {
    await using at = await temporaryDirectory();
    await place(join(at.path, "mask"));
    const file = maskFile(at.path);
    expect(file).toBe(join(at.path, "mask"));
    expect((await stat(file)).mode & 0o7777).toBe(0);
    expect(await readdir(at.path)).toEqual(["mask"]);
    expect((await stat("/etc/passwd")).size).toBeGreaterThan(0);
  });

  it("stays the one that it is", async () => {
    await using at = await temporaryDirectory();
    const { ino } = await stat(maskFile(at.path));
    expect((await stat(maskFile(at.path))).ino).toBe(ino);
  });

  it("tells what is in its way", async () => {
    await using at = await temporaryDirectory();
    await writeFile(join(at.path, "file"), "");
    expect(() => maskFile(join(at.path, "file"))).toThrow(
      expect.objectContaining({ code: "SANDBOX_FAILED" }),
    );
    expect(await readFile(join(at.path, "file"), "utf8")).toBe("");
  });
});
