import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, removeLabelled, testLabel } from "../support/docker.ts";
import { createSandbox, TEST_IMAGE, type TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("mount-proof");
const KEY = "/repo-shelf/worktrees/feat__a";
let volume: string;
let mountpoint: string;
let host: string;

beforeAll(async () => {
  await removeLabelled(label);
  host = await mkdtemp(join(tmpdir(), "agent-sandbox-proof-"));
  await mkdir(join(host, ".ssh"));
  await writeFile(join(host, ".ssh/id"), "the host's secret");
  await chown(host, 1000, 1000);
  volume = await docker(["volume", "create", "--label", label]);
  mountpoint = await docker(["volume", "inspect", "--format", "{{.Mountpoint}}", volume]);
});

afterAll(async () => {
  await removeLabelled(label);
  await rm(host, { recursive: true });
});

/** As a sandbox in bind mode can: as node, with the whole shelf writable. */
const onShelf = async (script: string) =>
  await docker([
    ...["run", "--rm", "--network", "none", "--label", label, "--user", "node"],
    ...["--mount", `type=volume,src=${volume},dst=/repo-shelf`],
    ...["--entrypoint", "sh", TEST_IMAGE, "-ec", script],
  ]);

const fresh = async () => {
  await onShelf(
    `rm -rf /repo-shelf/worktrees/* && mkdir -p ${KEY}/.husky "${KEY}/a b" && echo own > ${KEY}/.husky/x`,
  );
};

interface Part {
  readonly mode: "ro" | "rw";
  readonly path: string;
}

const PARTS: readonly Part[] = [
  { mode: "ro", path: "worktrees" },
  { mode: "rw", path: "worktrees/feat__a" },
  { mode: "ro", path: "worktrees/feat__a/.husky" },
  { mode: "ro", path: "worktrees/feat__a/a b" },
];

/** A branch sandbox as the program makes it: the shelf, and parts of it over itself. */
async function branchSandbox(onLostMount = "stop"): Promise<TestSandbox> {
  const parts = PARTS.flatMap(({ mode, path }) => [
    "--mount",
    `type=bind,src=${mountpoint}/${path},dst=/repo-shelf/${path}${mode === "ro" ? ",readonly" : ""}`,
  ]);
  const expected = [
    "rw /repo-shelf",
    ...PARTS.map(({ mode, path }) => `${mode} /repo-shelf/${path}`),
  ];
  const sandbox = await createSandbox({
    label,
    env: { AGENT_SANDBOX_MOUNTS: expected.join("\n"), AGENT_SANDBOX_ON_LOST_MOUNT: onLostMount },
    args: ["--mount", `type=volume,src=${volume},dst=/repo-shelf`, ...parts],
  });
  await sandbox.start();
  return sandbox;
}

async function failure(sandbox: TestSandbox): Promise<string> {
  expect(await sandbox.ended()).toBe(125);
  const events = await sandbox.events();
  expect(events.map(({ event }) => event)).toEqual(["sandbox.failed"]);
  await sandbox.remove();
  return events[0]?.reason ?? "";
}

describe("a branch sandbox", () => {
  it("opens where every mount shows what it covers", async () => {
    await fresh();
    const sandbox = await branchSandbox();
    await sandbox.ready();
    expect((await sandbox.run("cat", `${KEY}/.husky/x`)).stdout).toBe("own\n");
    await sandbox.remove();
  });

  it.each([
    ["a protected folder", `${KEY}/.husky`, () => join(host, ".ssh")],
    ["the worktree", KEY, () => host],
    ["a folder with a blank", `${KEY}/a b`, () => host],
    ["all worktrees", "/repo-shelf/worktrees", () => host],
    ["a protected folder, to another of the shelf", `${KEY}/.husky`, () => `${mountpoint}/repo`],
  ])("fails closed where %s was replaced by a link to somewhere else", async (_, path, target) => {
    await fresh();
    const link = target();
    // What the worktree's mounts need is there, or the daemon itself refuses them.
    await mkdir(join(host, "feat__a/.husky"), { recursive: true });
    await mkdir(join(host, "feat__a/a b"), { recursive: true });
    await mkdir(join(host, ".husky"), { recursive: true });
    await mkdir(join(host, "a b"), { recursive: true });
    await onShelf(`rm -rf "${path}" && ln -s "${link}" "${path}"`);
    const sandbox = await branchSandbox("warn");
    expect(await failure(sandbox)).toMatch(`Cannot trust the mount on "${path}"`);
    await onShelf(`rm -f "${path}" && mkdir -p /repo-shelf/worktrees`);
  });
});

describe("an honest set-up", () => {
  it("may have another file system inside the workspace, protected paths and all", async () => {
    await mkdir(join(host, "work/sub/.husky"), { recursive: true });
    await chown(join(host, "work"), 1000, 1000);
    const other = await docker(["volume", "create", "--label", label]);
    const sandbox = await createSandbox({
      label,
      env: {
        AGENT_SANDBOX_MOUNTS:
          "rw /workspace/w\nrw /workspace/w/sub\nro /workspace/w/sub/.husky\nro /repo-shelf/repo",
      },
      args: [
        ...["--mount", `type=bind,src=${join(host, "work")},dst=/workspace/w`],
        ...["--mount", `type=bind,src=${join(host, "work/sub")},dst=/workspace/w/sub`],
        ...[
          "--mount",
          `type=bind,src=${join(host, "work/sub/.husky")},dst=/workspace/w/sub/.husky,readonly`,
        ],
        // On the image's own file system: it covers nothing that an agent can write.
        ...["--mount", `type=volume,src=${other},dst=/repo-shelf/repo,readonly`],
      ],
    });
    await sandbox.start();
    await expect(sandbox.ready()).resolves.toBeUndefined();
    await sandbox.remove();
  });
});
