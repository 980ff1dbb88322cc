import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import {
  type Attempt,
  type BranchWorkspace,
  makeBranchWorkspace,
} from "../support/branch-workspace.ts";

let workspace: BranchWorkspace;
let before: string;

/** Every file of the host's checkout and of its `.git`: kind, mode, owner and content. */
const everything = () =>
  workspace.host(
    "find . -printf '%p %y %m %U %l\\n' | sort; find . -type f | sort | xargs -d '\\n' sha256sum",
  );

beforeAll(async () => {
  workspace = makeBranchWorkspace();
  workspace.host("git branch other && git tag v1");
  before = everything();
  await workspace.run("other", "true");
  await workspace.run("feat", "true");
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

/** `H` is the host's checkout. Each of these would succeed if its boundary were not there. */
const ON_THE_HOST: Readonly<Record<string, readonly string[]>> = {
  "by writing files": [
    'echo x > "$H/planted"',
    'echo x >> "$H/README.md"',
    'rm "$H/README.md"',
    'mv "$H/README.md" "$H/other"',
    'chmod 777 "$H/README.md"',
    'truncate --size 0 "$H/README.md"',
    'touch "$H/README.md"',
    'setfattr -n user.x -v y "$H/README.md" || exit 1',
    'echo x > "$H/.git/planted"',
    'echo x >> "$H/.git/config"',
    'echo x > "$H/.git/HEAD"',
    'echo x > "$H/.git/hooks/pre-commit"',
    'echo x > "$H/.git/objects/planted"',
    'echo x > "$H/.git/info/attributes"',
    'mkdir "$H/.git/worktrees"',
    'git rev-parse HEAD > "$H/.git/refs/heads/planted"',
  ],
  "by git": [
    'git -C "$H" config core.hooksPath /tmp',
    'git -C "$H" commit --allow-empty -m planted',
    'git -C "$H" branch planted',
    'git -C "$H" update-ref refs/heads/other HEAD~1',
    'git -C "$H" worktree add /tmp/planted',
    'echo planted | git -C "$H" hash-object -w --stdin',
    'git -C "$H" gc --prune=now',
    'git push "$H" HEAD:refs/heads/planted',
    'git push "file://$H" HEAD:refs/heads/planted',
    "git push --receive-pack=git-receive-pack host HEAD:refs/heads/planted",
    "git -c remote.host.receivepack=git-receive-pack push host HEAD:refs/heads/planted",
    'git send-pack "$H" HEAD:refs/heads/planted',
  ],
  "by a link": [
    'ln -s "$H/.git/refs/heads" out && git rev-parse HEAD > out/planted',
    'ln -sfn "$H/README.md" link && echo x >> link',
    'ln "$H/README.md" hard',
    'ln "$H/.git/config" /repo-shelf/hard',
    'exec 3< "$H/README.md"; echo x >> /proc/self/fd/3',
    'exec 3< "$H/.git/hooks"; echo x > /proc/self/fd/3/pre-commit',
  ],
  "by another way to it": [
    'echo x > "/proc/1/root$H/planted"',
    'echo x > "/proc/self/root$H/planted"',
    'cd "$H" && echo x > /proc/self/cwd/planted',
    "nsenter --target 1 --mount true",
    "cat /proc/1/environ",
    "ls /var/run/docker.sock",
    "mknod /tmp/disk b 254 0",
    "ls /gate",
  ],
  "by mounting": [
    'mount -o remount,rw,bind "$H"',
    'mount -o remount,rw "$H"',
    'mount --bind /tmp "$H"',
    'mount -t tmpfs none "$H"',
    'umount "$H"',
    'umount --lazy "$H"',
    'unshare --user --map-root-user --mount sh -c \'mount -o remount,rw,bind "$H" || umount "$H"\'',
    'unshare --user --map-root-user true && unshare -Urm touch "$H/planted"',
    'sudo -n touch "$H/planted"',
  ],
};

/** What belongs to other branches, and what says where this one's gate is. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "another branch's worktree": [
    "echo x > /repo-shelf/worktrees/other/planted",
    "mv /repo-shelf/worktrees/other /repo-shelf/worktrees/third",
    "mkdir /repo-shelf/worktrees/third",
    "echo 'ref: refs/heads/feat' > /repo-shelf/repo/.git/worktrees/other/HEAD",
    "mkdir /repo-shelf/repo/.git/worktrees/third",
    "git worktree prune && git worktree remove --force --force /repo-shelf/worktrees/other",
  ],
  "the shelf's own configuration": [
    "git config core.fsmonitor 'touch /tmp/x'",
    "git config --worktree core.fsmonitor 'touch /tmp/x'",
    "echo x >> /repo-shelf/repo/.git/config",
    "echo x > /repo-shelf/repo/.git/config.worktree",
    "echo x > /repo-shelf/repo/.git/hooks/pre-commit",
    "echo x > /repo-shelf/repo/.git/info/attributes",
    "echo /tmp > /repo-shelf/repo/.git/commondir",
    "mv /repo-shelf/repo /repo-shelf/repo2",
    "mv /repo-shelf/repo/.git /repo-shelf/repo/git",
    "mv /repo-shelf/worktrees /repo-shelf/worktrees2",
    "echo /tmp > /repo-shelf/repo/.git/worktrees/feat/commondir",
    "echo /tmp > /repo-shelf/repo/.git/worktrees/feat/gitdir",
  ],
  "the way to the gate": [
    "rm /run/agent-sandbox-gate/socket",
    "mv /run/agent-sandbox-gate/socket /tmp/socket",
    "chmod 0 /run/agent-sandbox-gate/socket",
    "echo other > /run/agent-sandbox-gate/branch",
    "touch /run/agent-sandbox-gate/planted",
    "mv /run/agent-sandbox-gate /run/moved",
    "mount --bind /tmp /run/agent-sandbox-gate",
    "git config --system remote.host.receivepack git-receive-pack",
    "echo x >> /etc/gitconfig",
  ],
};

const succeeded = (attempts: readonly Attempt[]) => attempts.filter(({ status }) => status === 0);

const attempt = async (scripts: readonly string[]) =>
  await workspace.attempt(
    "feat",
    scripts.map((script) => `export H=${workspace.inside}; ${script}`),
  );

describe("an agent on a branch cannot change the host's repository", () => {
  it.each(Object.entries(ON_THE_HOST))("%s", async (_, scripts) => {
    expect(succeeded(await attempt(scripts))).toEqual([]);
    expect(everything()).toBe(before);
  });
});

describe("an agent on a branch cannot change", () => {
  it.each(Object.entries(ELSEWHERE))("%s", async (_, scripts) => {
    const found = await attempt(scripts);
    expect(succeeded(found)).toEqual([]);
    expect(everything()).toBe(before);
  });

  it("what it still needs: it can commit and push afterwards", async () => {
    const script =
      "git checkout --quiet feat; git commit --quiet --allow-empty -m home; git push -q";
    expect(await workspace.run("feat", script)).toMatchObject({ status: 0, stderr: "" });
    expect(workspace.host("git log -1 --format=%s feat")).toBe("home\n");
  });
});
