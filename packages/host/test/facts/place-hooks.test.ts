import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { placeHooks } from "../../src/facts/place-hooks.ts";
import { asNobody } from "../support/as-nobody.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

interface Scene extends AsyncDisposable {
  readonly at: (name: string) => string;
  readonly place: (name: string) => ReturnType<typeof placeHooks>;
}

/** A workspace `ws` with an ordinary git directory, in a directory with some more. */
async function scene(): Promise<Scene> {
  const directory = await temporaryDirectory();
  const at = (name: string) => join(directory.path, name);
  for (const name of ["ws/.git/hooks", "ws/tools/hooks", "hooks", "keys", "home"])
    await mkdir(at(name), { recursive: true });
  await writeFile(at("file"), "");
  const git = { own: at("ws/.git"), common: at("ws/.git") };
  const around = { workspace: at("ws"), git, homes: [at("home")] };
  return {
    at,
    place: (name) => placeHooks({ path: at(name), file: undefined }, around),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

describe("a directory of hooks", () => {
  it("outside is mounted from its real path", async () => {
    await using made = await scene();
    const { at, place } = made;
    await symlink("hooks", at("first"));
    await symlink(at("first"), at("second"));
    expect(place("hooks")).toEqual({ at: "outside", path: at("hooks"), source: at("hooks") });
    expect(place("second")).toEqual({ at: "outside", path: at("second"), source: at("hooks") });
  });

  it("that is not there, or no directory, is none until it is", async () => {
    await using made = await scene();
    const { at, place } = made;
    await symlink("loop", at("loop"));
    await symlink("later", at("link"));
    for (const name of ["later", "link", "file", "file/below", "loop"])
      expect(place(name)).toEqual({ at: "absent", path: at(name) });
    await mkdir(at("later"));
    expect(place("link")).toEqual({ at: "outside", path: at("link"), source: at("later") });
    expect(placeHooks({ path: "/dev/null", file: undefined }, around(at))).toMatchObject({
      at: "absent",
    });
  });

  it("inside comes with the checkout, wherever its links lead in it, and before it is there", async () => {
    await using made = await scene();
    const { at, place } = made;
    await symlink("ws", at("alias"));
    await rm(at("ws/.git/hooks"), { recursive: true });
    await symlink(at("ws/tools/hooks"), at("ws/.git/hooks"));
    expect(place("ws/.git/hooks")).toEqual({ at: "inside", path: "tools/hooks" });
    expect(place("alias/tools/hooks")).toEqual({ at: "inside", path: "tools/hooks" });
    expect(place("ws/none")).toEqual({ at: "inside", path: "none" });
  });

  it("that a link in the workspace leads to is not mounted: an agent can have made it", async () => {
    await using made = await scene();
    const { at, place } = made;
    const reason = "a link in the workspace leads to it";
    await symlink("../keys", at("ws/.githooks"));
    await symlink("ws/.githooks", at("mine"));
    expect(place("ws/.githooks")).toMatchObject({ at: "refused", reason });
    expect(place("mine")).toMatchObject({ at: "refused", reason });
  });

  it.each([
    ["home", "it holds a home directory"],
    ["", "it holds a home directory"],
    ["ws/..", "it holds a home directory"],
  ])("that is more than that is not mounted: %j", async (name, reason) => {
    await using made = await scene();
    const { place } = made;
    expect(place(name)).toMatchObject({ at: "refused", reason });
  });

  it("that may not be looked at is not mounted", async () => {
    await using made = await scene();
    const { at, place } = made;
    await chmod(at("keys"), 0o700);
    await chmod(at(""), 0o711);
    expect(await asNobody(() => place("keys/hooks"))).toMatchObject({
      at: "refused",
      reason: "permission to look at it is denied",
    });
  });

  it("is judged by what its home directory really is", async () => {
    await using made = await scene();
    const { at } = made;
    await symlink("home", at("ann"));
    const homes = { ...around(at), homes: [at("ann")] };
    expect(placeHooks({ path: at("home"), file: undefined }, homes)).toMatchObject({
      at: "refused",
    });
  });
});

function around(at: (name: string) => string) {
  return { workspace: at("ws"), git: undefined, homes: [] };
}
