import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { findConfigPlace } from "../../src/config/config-place.ts";
import { editConfig } from "../../src/config/edit-config.ts";
import { saveConfig } from "../../src/config/save-config.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const VALID = '{ "network": { "git": false } }\n';

async function setup() {
  const directory = await temporaryDirectory();
  const workspace = join(directory.path, "ws");
  const home = join(directory.path, "home");
  await mkdir(workspace);
  await mkdir(home);
  const placeOf = (layer: "user" | "project") =>
    findConfigPlace(layer, { workspace, home, env: {} });
  return {
    workspace,
    home,
    placeOf,
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

/** Another one, where this user may give files away. */
const owner =
  process.getuid?.() === 0
    ? { uid: 1234, gid: 1235 }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

describe("saveConfig", () => {
  it.each(["user", "project"] as const)("makes the %s's file and its folder", async (layer) => {
    await using at = await setup();
    const place = await at.placeOf(layer);
    await saveConfig(place, VALID);
    expect(await readFile(place.file, "utf8")).toBe(VALID);
    expect(await at.placeOf(layer)).toMatchObject({ layer, text: VALID });
  });

  it("leaves the mode, and nothing else beside the file", async () => {
    await using at = await setup();
    await saveConfig(await at.placeOf("project"), VALID);
    const { file } = await at.placeOf("project");
    await chmod(file, 0o640);
    await saveConfig(await at.placeOf("project"), "{}\n");
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(join(at.workspace, ".agent-sandbox"))).toEqual(["config.jsonc"]);
  });

  it("gives what root makes to the workspace's owner", async () => {
    await using at = await setup();
    await chown(at.workspace, owner.uid, owner.gid);
    await saveConfig(await at.placeOf("project"), VALID);
    for (const path of [".agent-sandbox", ".agent-sandbox/config.jsonc"]) {
      expect(await stat(join(at.workspace, path))).toMatchObject(owner);
    }
  });

  it("writes through the user's own link", async () => {
    await using at = await setup();
    const target = join(at.home, "dotfiles.json");
    const link = join(at.home, ".config/agent-sandbox/config.json");
    await writeFile(target, "{}");
    await mkdir(join(link, ".."), { recursive: true });
    await symlink(target, link);
    await saveConfig(await at.placeOf("user"), VALID);
    expect(await readFile(target, "utf8")).toBe(VALID);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
  });

  it("refuses a workspace's link", async () => {
    await using at = await setup();
    await mkdir(join(at.workspace, ".agent-sandbox"));
    await symlink("/etc/hostname", join(at.workspace, ".agent-sandbox/config.json"));
    await expect(at.placeOf("project")).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it.each([
    ["of another form", "{"],
    ["with an unknown key", '{ "netwrk": {} }'],
  ])("refuses a text %s and writes nothing", async (_, text) => {
    await using at = await setup();
    await saveConfig(await at.placeOf("project"), VALID);
    await expect(saveConfig(await at.placeOf("project"), text)).rejects.toMatchObject({
      code: "CONFIG_INVALID",
    });
    expect((await at.placeOf("project")).text).toBe(VALID);
  });

  it("refuses to overwrite what somebody else has written meanwhile", async () => {
    await using at = await setup();
    const place = await at.placeOf("project");
    await saveConfig(place, VALID);
    await expect(saveConfig(place, "{}")).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining("has changed meanwhile"),
    });
    expect((await at.placeOf("project")).text).toBe(VALID);
  });

  it("changes its section alone of a file that others share", async () => {
    await using at = await setup();
    const file = join(at.workspace, ".uds/config.yaml");
    await mkdir(join(file, ".."));
    await writeFile(
      file,
      "version: 1 # theirs\nsandbox:\n  network:\n    allow-git: true # ours\n",
    );
    const place = await at.placeOf("project");
    const edit = { action: "set", path: ["network", "allowGit"], value: false } as const;
    await saveConfig(place, await editConfig(place.text ?? "", file, edit));
    expect(await readFile(file, "utf8")).toBe(
      "version: 1 # theirs\nsandbox:\n  network:\n    allow-git: false # ours\n",
    );
    const broken = await editConfig(place.text ?? "", file, { ...edit, value: "x" });
    await expect(saveConfig(await at.placeOf("project"), broken)).rejects.toMatchObject({
      message: expect.stringContaining("line 4: sandbox.network.allow-git"),
    });
  });
});
