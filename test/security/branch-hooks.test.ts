import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { inBranch, probe } from "../support/branch.ts";
import { cli, cliOk } from "../support/cli.ts";
import { docker } from "../support/docker.ts";
import { layout, LINKED_WORKTREE } from "../support/layout.ts";
import type { Workspace } from "../support/workspace.ts";

const FOLDER = "/run/agent-sandbox-hooks";
const HOOK = "#!/bin/sh\necho refused >&2; exit 1\n";
const PRE_COMMIT = '"$(git rev-parse --git-common-dir)/hooks/pre-commit"';

let workspace: Workspace;

/** A linked worktree: its hooks lie outside of the workspace. */
beforeAll(async () => {
  workspace = layout(LINKED_WORKTREE);
  workspace.host(`printf '%s' '${HOOK}' > ${PRE_COMMIT}; chmod +x ${PRE_COMMIT}`);
  await cliOk(["start", workspace.path, "--branch", "a", "--no-fetch"]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

const attack = (script: string) => inBranch(workspace, "a", `exec 2>&1; cd /tmp; ${script}`);

describe("hooks from outside of the workspace", () => {
  it.each([
    ["written", `echo : > ${FOLDER}/pre-commit`],
    ["made", `: > ${FOLDER}/commit-msg`],
    ["removed", `rm -f ${FOLDER}/pre-commit`],
    ["renamed", `mv ${FOLDER}/pre-commit ${FOLDER}/other`],
    ["made to run no more", `chmod a-x ${FOLDER}/pre-commit`],
    ["replaced", `echo : > new; mv -f new ${FOLDER}/pre-commit`],
    ["linked over", `ln -sf /bin/true ${FOLDER}/pre-commit`],
    ["linked to, to be written by that name", `ln ${FOLDER}/pre-commit mine && echo : > mine`],
    ["moved away with their folder", `mv -T ${FOLDER} ${FOLDER}.away`],
    ["removed with their folder", `rm -rf ${FOLDER}`],
    ["replaced by a folder of that name", `mkdir -p x && mv -T x ${FOLDER}`],
    ["mounted over", `mkdir -p y && mount --bind y ${FOLDER}`],
    ["unmounted", `umount ${FOLDER}`],
    ["made writable", `mount -o remount,rw,bind ${FOLDER}`],
    ["mounted over in a namespace of one's own", `unshare -rm mount -t tmpfs none ${FOLDER}`],
    ["written through a file of another process", `echo : > /proc/1/root${FOLDER}/pre-commit`],
    ["named elsewhere", `git -C /repo-shelf/repo config core.hooksPath /tmp`],
    [
      "named elsewhere for one worktree",
      `git -C /repo-shelf/worktrees/a config --worktree core.hooksPath /tmp`,
    ],
  ])("cannot be %s", async (_, script) => {
    const { status } = await attack(`PATH=/usr/bin:/bin; ${script}`);
    expect(status).not.toBe(0);
    const commit = "/usr/bin/git -c user.name=A -c user.email=a@b commit --allow-empty -m x";
    const tried = await inBranch(workspace, "a", commit);
    expect(tried).toMatchObject({ status: 1, stderr: "refused\n" });
    expect(workspace.host(`cat ${PRE_COMMIT}`)).toBe(HOOK);
  });

  it("are all that is seen of their git directory", async () => {
    const { stdout } = await attack(
      `ls -A ${FOLDER} | grep -v sample; ls -d "${FOLDER}/.."/agent*`,
    );
    expect(stdout.replaceAll(`${FOLDER}/../`, "")).toBe(
      "pre-commit\nagent-sandbox\nagent-sandbox-gate\nagent-sandbox-hooks\n",
    );
    const around = workspace.host('dirname "$(git rev-parse --git-common-dir)"').trim();
    expect((await attack(`ls -d "${around}"`)).status).not.toBe(0);
    expect((await attack(probe([FOLDER]))).stdout).toBe(`ro ${FOLDER}\n`);
  });
});

describe("a directory of hooks that an agent has chosen", () => {
  it("is not mounted: by a link in the workspace, or by a file of the tree that is included", async () => {
    const secret = `${workspace.path}-keys`;
    workspace.host(`mkdir '${secret}' && echo key > '${secret}/id' && ln -s '${secret}' hooks
      git config --file team core.hooksPath '${secret}'`);
    const see = [
      "run",
      workspace.path,
      "--no-fetch",
      "--branch",
      "b",
      "--",
      "cat",
      `${FOLDER}/id`,
      "/workspace/linked/hooks/id",
    ];
    for (const named of ["core.hooksPath hooks", `include.path "${workspace.path}/team"`]) {
      workspace.host(`git config ${named}`);
      const { status, stdout } = await cli(see);
      expect({ named, status, stdout }).toEqual({ named, status: 1, stdout: "" });
      workspace.host(`git config --unset ${named.split(" ")[0] ?? ""}`);
    }
    const id = await docker([
      "ps",
      "--quiet",
      "--filter",
      `label=agent-sandbox.workspace=${workspace.path}`,
      "--filter",
      "label=agent-sandbox.branch=b",
    ]);
    expect(await docker(["inspect", "--format", "{{json .Mounts}}", id])).not.toContain("-keys");
  });
});
