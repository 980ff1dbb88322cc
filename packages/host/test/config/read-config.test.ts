import { execFileSync } from "node:child_process";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readConfig } from "../../src/config/read-config.ts";
import { asNobody } from "../support/as-nobody.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const read = (file: string, links: "follow" | "refuse" = "follow"): Promise<unknown> =>
  readConfig(file, { links });

const invalid = (state: string): unknown =>
  expect.objectContaining({
    code: "CONFIG_INVALID",
    message: expect.stringContaining(state),
    hint: expect.any(String),
  });

describe("readConfig", () => {
  it("reads JSON and YAML by the file's name", async () => {
    await using directory = await temporaryDirectory();
    for (const [name, text] of [
      ["a.json", '{"a": 1,}'],
      ["a.jsonc", '\uFEFF{"a": 1}'],
      ["a.yaml", "a: 1"],
      ["a.yml", "a: 1"],
    ] as const) {
      await writeFile(join(directory.path, name), text);
      expect(await read(join(directory.path, name))).toMatchObject({ value: { a: 1 } });
    }
  });

  it("says undefined of a file that is not there", async () => {
    await using directory = await temporaryDirectory();
    expect(await read(join(directory.path, "a.json"))).toBeUndefined();
  });

  it("refuses a name of no known format", async () => {
    await expect(read("/nowhere/config.toml")).rejects.toEqual(invalid("no known format"));
  });

  it("refuses what is no text file, and never waits for a FIFO's writer", async () => {
    await using directory = await temporaryDirectory();
    const at = (name: string): string => join(directory.path, `${name}.json`);
    await mkdir(at("directory"));
    execFileSync("mkfifo", [at("fifo")]);
    await writeFile(at("large"), " ".repeat(256 * 1024 + 1));
    await writeFile(at("binary"), '{"a":"\0"}');
    await writeFile(at("latin"), Buffer.from([0x22, 0xe9, 0x22]));
    await symlink("/nowhere", at("dangling"));
    await expect(read(at("directory"))).rejects.toEqual(invalid("it is a directory"));
    await expect(read(at("fifo"))).rejects.toEqual(invalid("not a regular file"));
    await expect(read(at("large"))).rejects.toEqual(invalid("larger than 256 KiB"));
    await expect(read(at("binary"))).rejects.toEqual(invalid("it is not text"));
    await expect(read(at("latin"))).rejects.toEqual(invalid("not UTF-8 text"));
    await expect(read(at("dangling"))).rejects.toEqual(invalid("a link to nothing"));
    await expect(read(join(at("large"), "x.json"))).rejects.toEqual(invalid("not a directory"));
  });

  it("follows a link or refuses it, as it is told", async () => {
    await using directory = await temporaryDirectory();
    const link = join(directory.path, "link.json");
    await writeFile(join(directory.path, "real.json"), "{}");
    await symlink("real.json", link);
    expect(await read(link, "follow")).toMatchObject({ value: {} });
    await expect(read(link, "refuse")).rejects.toEqual(invalid("it is a link"));
  });

  it("says of a file that it may not read who may", async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, "a.json");
    await writeFile(file, "{}");
    await chmod(file, 0o000);
    await chmod(directory.path, 0o755);
    await expect(asNobody(() => read(file))).rejects.toEqual(invalid("permission denied"));
  });

  it("refuses a nesting without end", async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, "a.json");
    await writeFile(file, "[".repeat(200_000));
    await expect(read(file)).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });
});
