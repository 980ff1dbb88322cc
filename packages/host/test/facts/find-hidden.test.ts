import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { findHidden, type HidingRules } from "../../src/facts/find-hidden.ts";
import { asNobody } from "../support/as-nobody.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Names that are hidden with all that is below them, but for names that are shown wherever they are. */
function rulesOf(hidden: readonly string[], shown: readonly string[] = []): HidingRules {
  return {
    mayHide: (name) => hidden.includes(name),
    isHidden: (names) =>
      names.some((name) => hidden.includes(name)) && !names.some((name) => shown.includes(name)),
  };
}

async function tree(files: readonly string[]) {
  const directory = await temporaryDirectory();
  for (const file of files) {
    await mkdir(dirname(join(directory.path, file)), { recursive: true });
    await writeFile(join(directory.path, file), "secret");
  }
  return directory;
}

const owner = process.getuid?.() ?? 0;
const found = (root: string, rules: HidingRules) =>
  findHidden({ root, owner, rules })
    .map(({ path, kind }) => `${path}${kind === "directory" ? "/" : ""}`)
    .sort();

describe("findHidden", () => {
  it("finds files at every depth", async () => {
    await using at = await tree([".env", "a/.env", "a/b/.env", "a/b/env", "node_modules/x/.env"]);
    expect(found(at.path, rulesOf([".env"]))).toEqual([
      ".env",
      "a/.env",
      "a/b/.env",
      "node_modules/x/.env",
    ]);
  });

  it("takes a directory in place of what is in it", async () => {
    await using at = await tree([".aws/config", ".aws/sso/cache/token", "b/.aws/config"]);
    await mkdir(join(at.path, "c/.aws"), { recursive: true });
    expect(found(at.path, rulesOf([".aws"]))).toEqual([".aws/", "b/.aws/", "c/.aws/"]);
  });

  it("takes what is in it one by one where an exception shows some of it", async () => {
    await using at = await tree([".aws/config", ".aws/sso/a", ".aws/sso/b", ".aws/x/config"]);
    expect(found(at.path, rulesOf([".aws"], ["config"]))).toEqual([".aws/sso/"]);
    expect(found(at.path, rulesOf([".aws"], ["a"]))).toEqual([
      ".aws/config",
      ".aws/sso/b",
      ".aws/x/",
    ]);
  });

  it("hides what a link of a hidden name leads to, and follows no other", async () => {
    await using at = await tree(["conf/dev", "other/.env", "dir/x"]);
    await symlink("conf/dev", join(at.path, ".env"));
    await symlink("dir", join(at.path, ".aws"));
    await symlink("other", join(at.path, "linked"));
    expect(found(at.path, rulesOf([".env", ".aws"]))).toEqual(["conf/dev", "dir/", "other/.env"]);
  });

  it.each([
    ["to nothing", "absent"],
    ["that leads in a circle", ".env"],
    ["out of the directory", "/etc/hostname"],
    ["to the directory itself", "."],
    ["to what it lies in", "../deep"],
  ])("leaves a link %s", async (_, target) => {
    await using at = await tree(["deep/x"]);
    await symlink(target, join(at.path, "deep/.env"));
    expect(found(at.path, rulesOf([".env"]))).toEqual([]);
  });

  it("refuses a name that cannot be told to an engine", async () => {
    await using at = await tree(["bad\nname/.env"]);
    expect(() => found(at.path, rulesOf([".env"]))).toThrow(
      expect.objectContaining({ code: "POLICY_UNSUPPORTED" }),
    );
  });
});

describe("a directory that cannot be read", () => {
  it("is refused where it is the sandbox's user's, and left where it is another's", async () => {
    await using at = await tree(["closed/.env"]);
    await chmod(at.path, 0o755);
    await chmod(join(at.path, "closed"), 0o000);
    const search = (uid: number) =>
      asNobody(() => findHidden({ root: at.path, owner: uid, rules: rulesOf([".env"]) }));
    await expect(search(owner)).rejects.toMatchObject({ code: "WORKSPACE_INVALID" });
    expect(await search(owner + 1)).toEqual([]);
    await chmod(join(at.path, "closed"), 0o700);
  });
});
