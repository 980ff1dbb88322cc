import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readPathFacts } from "../../src/facts/path-facts.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("readPathFacts", () => {
  it("tells of each path and each of its parents what it is, and follows no link", async () => {
    await using directory = await temporaryDirectory();
    const at = (name: string): string => join(directory.path, name);
    await mkdir(at("real/deep"), { recursive: true });
    await writeFile(at("real/file"), "");
    await symlink("real", at("link"));
    await symlink("nowhere", at("dangling"));
    const facts = readPathFacts(directory.path, [
      "real/deep",
      "real/file",
      "real/file/below",
      "link/deep",
      "dangling",
      "none/at/all",
    ]);
    expect(Object.fromEntries(facts)).toEqual({
      real: "directory",
      "real/deep": "directory",
      "real/file": "file",
      "real/file/below": "absent",
      link: "link",
      "link/deep": "absent",
      dangling: "link",
      none: "absent",
      "none/at": "absent",
      "none/at/all": "absent",
    });
  });
});
