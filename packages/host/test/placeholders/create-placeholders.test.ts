import {
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import type { Placeholders } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import { createPlaceholders } from "../../src/placeholders/create-placeholders.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const root = process.getuid?.() === 0;
/** Root gives what it makes to the workspace's owner; others are the owner. */
const user = root
  ? { uid: 4321, gid: 4322 }
  : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

interface Setup extends AsyncDisposable {
  readonly workspace: string;
  readonly stateDir: string;
  readonly placeholders: Placeholders;
  hold(wanted: Wanted): Promise<void>;
}

/** By path relative to the workspace: a directory, or a file's content. */
type Wanted = Readonly<Record<string, { readonly directory: true } | string>>;

async function setup(): Promise<Setup> {
  const directory = await temporaryDirectory();
  const workspace = join(directory.path, "ws");
  const stateDir = join(directory.path, "state");
  await mkdir(workspace);
  await lchown(workspace, user.uid, user.gid);
  const placeholders = createPlaceholders(stateDir);
  return {
    workspace,
    stateDir,
    placeholders,
    hold: (wanted) =>
      placeholders.hold({
        workspaceHash: "h",
        workspacePath: workspace,
        user,
        placeholders: Object.entries(wanted).map(([path, what]) => ({
          path: join(workspace, path),
          kind: typeof what === "string" ? "file" : "directory",
          content: typeof what === "string" ? what : "",
        })),
      }),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

const DIRECTORY = { directory: true } as const;
const WANTED: Wanted = {
  ".git": DIRECTORY,
  ".git/commondir": ".\n",
  ".git/hooks": DIRECTORY,
  ".husky": DIRECTORY,
  empty: "",
};

describe("createPlaceholders", () => {
  it("makes what is absent as the workspace's owner, and removes it again", async () => {
    await using at = await setup();
    await at.hold(WANTED);
    for (const path of Object.keys(WANTED)) {
      const stats = await lstat(join(at.workspace, path));
      expect([stats.uid, stats.gid]).toEqual([user.uid, user.gid]);
    }
    expect(await readFile(join(at.workspace, ".git/commondir"), "utf8")).toBe(".\n");
    expect(await at.placeholders.held()).toEqual(["h"]);
    await at.placeholders.release("h");
    expect(await readdir(at.workspace)).toEqual([]);
    expect(await at.placeholders.held()).toEqual([]);
  });

  it("does nothing the second time, neither holding nor releasing", async () => {
    await using at = await setup();
    await at.hold(WANTED);
    await at.hold(WANTED);
    await at.placeholders.release("h");
    await at.placeholders.release("h");
    expect(await readdir(at.workspace)).toEqual([]);
  });

  it("leaves alone what was there before, whatever it holds", async () => {
    await using at = await setup();
    await mkdir(join(at.workspace, ".husky"));
    await writeFile(join(at.workspace, "empty"), "");
    await at.hold(WANTED);
    await at.placeholders.release("h");
    expect((await readdir(at.workspace)).sort()).toEqual([".husky", "empty"]);
  });

  it("remembers the first sandbox's placeholders when a second one finds them there", async () => {
    await using at = await setup();
    await at.hold({ ".husky": DIRECTORY });
    await at.hold(WANTED);
    await at.placeholders.release("h");
    expect(await readdir(at.workspace)).toEqual([]);
  });

  it("keeps what somebody has filled or replaced since", async () => {
    await using at = await setup();
    await at.hold({ ...WANTED, other: "", swapped: DIRECTORY });
    await writeFile(join(at.workspace, ".husky/pre-commit"), "mine");
    await writeFile(join(at.workspace, "empty"), "mine");
    await writeFile(join(at.workspace, ".git/commondir"), "..");
    await rm(join(at.workspace, "other"));
    await symlink("empty", join(at.workspace, "other"));
    await rm(join(at.workspace, "swapped"), { recursive: true });
    await writeFile(join(at.workspace, "swapped"), "");
    await at.placeholders.release("h");
    expect((await readdir(at.workspace)).sort()).toEqual([
      ".git",
      ".husky",
      "empty",
      "other",
      "swapped",
    ]);
    expect(await readdir(join(at.workspace, ".git"))).toEqual(["commondir"]);
    expect(await at.placeholders.held()).toEqual([]);
  });

  it("removes a file that a crash left without its content: git takes an empty commondir for broken", async () => {
    await using at = await setup();
    await at.hold({ commondir: ".\n" });
    await writeFile(join(at.workspace, "commondir"), "");
    await at.placeholders.release("h");
    expect(await readdir(at.workspace)).toEqual([]);
  });

  it("makes nothing through a link in the workspace", async () => {
    await using at = await setup();
    const outside = join(at.stateDir, "../outside");
    await mkdir(outside);
    await symlink(outside, join(at.workspace, ".git"));
    await expect(at.hold({ ".git/hooks": DIRECTORY })).rejects.toMatchObject({
      code: "WORKSPACE_INVALID",
      message: expect.stringContaining(".git/hooks"),
    });
    await expect(at.hold({ ".git": DIRECTORY })).rejects.toMatchObject({
      code: "WORKSPACE_INVALID",
    });
    expect(await readdir(outside)).toEqual([]);
  });

  it("removes nothing through a link that took a parent's place meanwhile", async () => {
    await using at = await setup();
    const outside = join(at.stateDir, "../outside");
    await mkdir(join(outside, "hooks"), { recursive: true });
    await at.hold({ ".git": DIRECTORY, ".git/hooks": DIRECTORY });
    await rename(join(at.workspace, ".git"), join(at.workspace, "moved"));
    await symlink(outside, join(at.workspace, ".git"));
    await at.placeholders.release("h");
    expect(await readdir(outside)).toEqual(["hooks"]);
  });

  it("refuses a path outside the workspace", async () => {
    await using at = await setup();
    await expect(at.hold({ "../x": DIRECTORY })).rejects.toThrow(RangeError);
    await expect(at.hold({ ".": DIRECTORY })).rejects.toThrow(RangeError);
  });

  it("works for many at once", async () => {
    await using at = await setup();
    await Promise.all(Array.from({ length: 6 }, () => at.hold(WANTED)));
    await Promise.all(Array.from({ length: 3 }, () => at.placeholders.release("h")));
    expect(await readdir(at.workspace)).toEqual([]);
  });

  it("forgets a record that is not its own, and follows none of it", async () => {
    await using at = await setup();
    const victim = join(at.stateDir, "victim");
    await mkdir(victim, { recursive: true });
    await mkdir(join(at.stateDir, "placeholders"));
    const record = {
      workspacePath: at.workspace,
      entries: [{ segments: ["..", "state", "victim"], kind: "directory", content: "" }],
    };
    await writeFile(join(at.stateDir, "placeholders/h.json"), JSON.stringify(record));
    await at.placeholders.release("h");
    expect((await lstat(victim)).isDirectory()).toBe(true);
    expect(await at.placeholders.held()).toEqual([]);
  });

  it("holds nothing while its record cannot be written", async () => {
    await using at = await setup();
    await writeFile(at.stateDir, "a file");
    await expect(at.hold(WANTED)).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
    expect(await readdir(at.workspace)).toEqual([]);
  });
});
