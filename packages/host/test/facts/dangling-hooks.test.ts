import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { danglingHooks } from "../../src/facts/dangling-hooks.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

it("are the links that lead out of what a sandbox sees", async () => {
  await using directory = await temporaryDirectory();
  const at = (name: string) => join(directory.path, name);
  await mkdir(at("ws/hooks"), { recursive: true });
  for (const name of ["ws/check", "ws/hooks/own", "mine"]) await writeFile(at(name), "");
  const links = { near: "own", tree: "../check", far: "../../mine", full: at("ws/hooks/own") };
  for (const [name, to] of Object.entries(links)) await symlink(to, at(`ws/hooks/${name}`));
  await symlink("nowhere", at("ws/hooks/broken"));
  const inside = danglingHooks(at("ws"), { at: "inside", path: "hooks" });
  expect([...inside].sort()).toEqual(["far", "full"]);
  const source = at("ws/hooks");
  const outside = danglingHooks("/elsewhere", { at: "outside", path: source, source });
  expect([...outside].sort()).toEqual(["far", "full", "tree"]);
});

it("are none where there are no hooks", () => {
  expect(danglingHooks("/nonexistent", { at: "inside", path: ".git/hooks" })).toEqual([]);
  expect(danglingHooks("/nonexistent", { at: "absent", path: "/hooks" })).toEqual([]);
});
