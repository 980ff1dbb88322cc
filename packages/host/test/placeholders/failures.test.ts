import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { createPlaceholders } from "../../src/placeholders/create-placeholders.ts";
import { heldPaths } from "../../src/placeholders/held-paths.ts";
import { createWorkspaceLock } from "../../src/state/workspace-lock.ts";
import { asNobody } from "../support/as-nobody.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const root = user.uid === 0;

async function setup() {
  const directory = await temporaryDirectory();
  const [workspace, stateDir] = [join(directory.path, "ws"), join(directory.path, "state")];
  await mkdir(workspace);
  await mkdir(join(stateDir, "placeholders"), { recursive: true });
  const request = (names: readonly string[]) => ({
    workspaceHash: "h",
    workspacePath: workspace,
    user,
    placeholders: names.map((name) => ({
      path: join(workspace, name),
      kind: "file" as const,
      content: "held\n",
    })),
  });
  return {
    workspace,
    stateDir,
    request,
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

describe("placeholders", () => {
  it("say so when the state folder cannot be written, and hold nothing", async () => {
    await using at = await setup();
    await chmod(join(at.stateDir, ".."), 0o755);
    await chmod(join(at.stateDir, "placeholders"), 0o555);
    const holding = asNobody(() => createPlaceholders(at.stateDir).hold(at.request(["a"])));
    await expect(holding).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
      message: expect.stringMatching(/^Cannot make the lock ".*": this user may not/),
      hint: expect.stringContaining("XDG_STATE_HOME"),
    });
    expect(await readdir(at.workspace)).toEqual([]);
  });

  it("say so when their record cannot be read: they are not forgotten", async () => {
    await using at = await setup();
    const placeholders = createPlaceholders(at.stateDir);
    await placeholders.hold(at.request(["a"]));
    await chmod(join(at.stateDir, ".."), 0o755);
    await chmod(at.stateDir, 0o755);
    await chmod(join(at.stateDir, "placeholders"), 0o777);
    const file = join(at.stateDir, "placeholders/h.json");
    await chmod(file, 0o200);
    const refused = {
      code: "SANDBOX_FAILED",
      message: `Cannot read "${file}": this user may not, or it is read-only`,
    };
    await expect(asNobody(() => placeholders.release("h"))).rejects.toMatchObject(refused);
    await expect(asNobody(() => heldPaths(at.stateDir, "h"))).rejects.toMatchObject(refused);
    await placeholders.release("h");
    expect(await readdir(at.workspace)).toEqual(root ? [] : ["a"]);
  });

  it("say whose turn it is when another process does not let go of the lock", async () => {
    await using at = await setup();
    const lock = createWorkspaceLock(join(at.stateDir, "placeholders"));
    await lock.hold("h", new AbortController().signal, async () => {
      const holding = createPlaceholders(at.stateDir, 200).hold(at.request(["a"]));
      await expect(holding).rejects.toMatchObject({
        name: "SandboxError",
        message: expect.stringMatching(/another process has held ".*\/h\.lock" for 0 s$/),
      });
    });
    await createPlaceholders(at.stateDir).hold(at.request(["a"]));
  });

  (root ? it : it.skip)("say so when the disk is full, and leave nothing half-made", async () => {
    await using at = await setup();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8k,mode=0700", "tmpfs", at.stateDir]);
    try {
      await mkdir(join(at.stateDir, "placeholders"));
      await writeFile(join(at.stateDir, "fill"), Buffer.alloc(100_000)).catch(() => undefined);
      const holding = createPlaceholders(at.stateDir).hold(at.request(["a"]));
      await expect(holding).rejects.toMatchObject({
        code: "DISK_FULL",
        message: expect.stringMatching(/^Cannot write ".*": the disk is full$/),
      });
      expect(await readdir(join(at.stateDir, "placeholders"))).toEqual([]);
      expect(await readdir(at.workspace)).toEqual([]);
    } finally {
      execFileSync("umount", [at.stateDir]);
    }
  });

  (root ? it : it.skip)("say so when the workspace's own disk is full", async () => {
    await using at = await setup();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8k", "tmpfs", at.workspace]);
    try {
      await writeFile(join(at.workspace, "fill"), Buffer.alloc(100_000)).catch(() => undefined);
      const placeholders = createPlaceholders(at.stateDir);
      await expect(placeholders.hold(at.request(["a"]))).rejects.toMatchObject({
        code: "DISK_FULL",
        message: 'Cannot protect "a": the disk is full',
      });
      await placeholders.release("h");
      expect(await readdir(at.workspace)).toEqual(["fill"]);
    } finally {
      execFileSync("umount", [at.workspace]);
    }
  });
});
