import { mkdir, realpath, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { followLinks } from "../../src/facts/follow-links.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

it("names everything that a path leads over, and its real path last", async () => {
  await using directory = await temporaryDirectory();
  const at = (name: string) => join(directory.path, name);
  await mkdir(at("real/below"), { recursive: true });
  await symlink("real", at("one"));
  await symlink(at("one/below"), at("two"));
  const seen = followLinks(at("two"));
  expect(seen).toEqual([at("two"), at("one/below"), at("real/below")]);
  expect(seen.at(-1)).toBe(await realpath(at("two")));
  expect(followLinks("/")).toEqual(["/"]);
});

it("fails as the system does where nothing is, and where links go round", async () => {
  await using directory = await temporaryDirectory();
  await symlink("loop", join(directory.path, "loop"));
  expect(() => followLinks(join(directory.path, "loop"))).toThrow(
    expect.objectContaining({ code: "ELOOP" }),
  );
  expect(() => followLinks(join(directory.path, "none"))).toThrow(
    expect.objectContaining({ code: "ENOENT" }),
  );
});
