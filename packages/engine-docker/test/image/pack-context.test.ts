import { execFileSync } from "node:child_process";
import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "@jest/globals";
import { type ContextFile, packContext } from "../../src/image/pack-context.ts";
import { contextOf } from "./tiny-image.ts";

async function listing(directory: string, extra: readonly ContextFile[] = []): Promise<string> {
  const input = await buffer(await packContext(directory, extra));
  return execFileSync("tar", ["-tvf", "-", "--full-time", "--utc"], { input, encoding: "utf8" });
}

function names(text: string): readonly string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/).slice(5).join(" "))
    .filter((name) => name !== "./" && name !== ".");
}

describe("packContext", () => {
  it("packs files with their modes, and neither their times nor their owners", async () => {
    await using context = await contextOf({ run: "#!/bin/sh\n" });
    await chmod(join(context.path, "run"), 0o777);
    expect(await listing(context.path)).toMatch(/^-rwxrwxrwx 0\/0 +10 1970-01-01 00:00:00 run$/m);
  });

  it("gives the same bytes for the same content", async () => {
    const files = { "b/c": "1", a: "2", z: "3" };
    await using one = await contextOf(files);
    await using two = await contextOf(Object.fromEntries(Object.entries(files).reverse()));
    const [first, second] = await Promise.all(
      [one, two].map(async ({ path }) => await buffer(await packContext(path, []))),
    );
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
  });

  it("adds files that are not in the directory", async () => {
    await using context = await contextOf({ a: "" });
    const text = await listing(context.path, [{ path: "ca-bundle/001.crt", content: "PEM" }]);
    expect(names(text)).toEqual(["a", "ca-bundle/001.crt"]);
  });

  it("packs a link as a link, also one that leads out", async () => {
    await using context = await contextOf({});
    await symlink("/etc/passwd", join(context.path, "out"));
    expect(await listing(context.path)).toMatch(/^l.* out -> \/etc\/passwd$/m);
  });

  it("leaves out what .dockerignore names, with its exceptions", async () => {
    await using context = await contextOf({
      ".dockerignore": "# all but one\ndeep\n!deep/kept\n*.log\nDockerfile\n",
      Dockerfile: "FROM scratch\n",
      "deep/kept": "",
      "deep/left": "",
      "a.log": "",
    });
    const packed = [...names(await listing(context.path))];
    expect(packed.sort()).toEqual([".dockerignore", "Dockerfile", "deep", "deep/kept"]);
  });

  it("leaves out what the caller names at its top, whatever .dockerignore says", async () => {
    await using context = await contextOf({
      ".dockerignore": "*\n!config.json\n!deep/config.json\n",
      "config.json": "{}",
      "deep/config.json": "{}",
      Dockerfile: "FROM scratch\n",
    });
    const input = await buffer(await packContext(context.path, [], ["config.json"]));
    const said = execFileSync("tar", ["-tf", "-"], { input, encoding: "utf8" });
    expect(said.split("\n")).toContain("deep/config.json");
    expect(said.split("\n")).not.toContain("config.json");
  });

  it("fails with the file system's own error when the directory is absent", async () => {
    await expect(packContext("/nowhere/at/all", []).then(buffer)).rejects.toThrow("ENOENT");
  });
});
