import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { type BranchWorkspace, makeBranchWorkspace } from "../support/branch-workspace.ts";
import { cli, cliOk } from "../support/cli.ts";
import { docker } from "../support/docker.ts";

let workspace: BranchWorkspace;
/** On the host, where no sandbox sees it. */
let secret: string;

const SECRET = "the host's own";

beforeAll(async () => {
  workspace = makeBranchWorkspace();
  secret = `${workspace.path}-secret`;
  workspace.host(`mkdir -p '${secret}/.husky' && echo "${SECRET}" > '${secret}/id'
    cp '${secret}/id' '${secret}/.husky/id'`);
  await workspace.run("feat", "true");
  await cliOk(["stop", workspace.path, "--all"]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

/** As an agent in bind mode, who has all of the shelf writable. */
const onShelf = (script: string) => cli(["run", workspace.path, "--", "sh", "-c", script]);

const WORKTREE = "/repo-shelf/worktrees/feat";
const LOOK = "cat id .husky/id /repo-shelf/worktrees/*/id /repo-shelf/repo/id";

const open = (script: string) => workspace.run("feat", script);

async function close(): Promise<void> {
  const labels = [`agent-sandbox.workspace=${workspace.path}`, "agent-sandbox.branch=feat"];
  const filters = labels.flatMap((label) => ["--filter", `label=${label}`]);
  const found = await docker(["ps", "--all", "--quiet", ...filters]);
  if (found !== "") await docker(["rm", "--force", ...found.split("\n")]);
}

describe("a folder of the shelf that an agent has swapped for a link to the host's files", () => {
  it.each([
    ["the worktree", WORKTREE],
    ["a protected folder in it", `${WORKTREE}/.husky`],
    ["all worktrees", "/repo-shelf/worktrees"],
    ["the shared repository", "/repo-shelf/repo"],
    ["a protected folder of that", "/repo-shelf/repo/.git/hooks"],
  ])("is never mounted: %s", async (_, path) => {
    await close();
    const swap = await onShelf(`mv ${path} ${path}.real && ln -s '${secret}' ${path}`);
    const { status, stdout, stderr } = await open(LOOK);
    const back = await onShelf(`rm ${path} && mv ${path}.real ${path}`);
    expect({ status, stdout }).toEqual({ status: 125, stdout: "" });
    expect(stderr).toMatch(/is a symbolic link|Cannot trust the mount/);
    expect([swap.status, back.status]).toEqual([0, 0]);
  });

  it("is never seen either where it is swapped back and forth while the sandbox opens", async () => {
    const path = `${WORKTREE}/.husky`;
    // -T: what is opening makes the folder anew where it is missing, and must not be filled instead.
    const swap = `mv -T ${path} ${path}.real && ln -sT '${secret}' ${path}; sleep 0.1
      rm ${path}; mv -T ${path}.real ${path}; sleep 0.1`;
    const swapping = onShelf(`until [ -e /tmp/enough ]; do ${swap}; done; rm /tmp/enough`);
    const seen = [];
    for (let round = 0; round < 4; round += 1) {
      await close();
      const { status, stdout, stderr } = await open(`${LOOK}; true`);
      // A mount that is taken away later on ends the sandbox, and the command with it.
      // Told by the command line, or in the container by what lets commands in.
      const isToldOrOpen = status === 0 || /^(Error: )?Cannot /m.test(stderr);
      seen.push({
        isToldOrOpen,
        stdout,
        untold: isToldOrOpen ? "" : `${String(status)}: ${stderr}`,
      });
    }
    await onShelf("touch /tmp/enough");
    expect(await swapping).toMatchObject({ status: 0 });
    expect(seen).toEqual(seen.map(() => ({ isToldOrOpen: true, stdout: "", untold: "" })));
  });

  it("does no harm to the branch", async () => {
    await close();
    expect(await open("git status --short")).toEqual({
      ...{ status: 0, signal: null, stdout: "", stderr: "" },
    });
  });
});
