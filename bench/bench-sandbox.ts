import { createHash } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { type BenchRepository, giveToOwner, makeRepository } from "./bench-repository.ts";
import { output } from "./timed-command.ts";

/** The image under test, which both sides of each comparison run. */
export const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";

const CLI = join(import.meta.dirname, "../packages/cli/bin/run.js");
/** What is removed at the end, and what an earlier crashed run left is found by. */
const LABEL = "agent-sandbox.test=bench";
const CONFIG = { container: { image: IMAGE } };
const CONFIG_VOLUMES = ["agent-sandbox-claude-code-config", "agent-sandbox-codex-config"];

/** Workspaces, state and containers of one benchmark; all gone when disposed. */
export interface Bench extends AsyncDisposable {
  readonly workspaces: readonly [string, ...string[]];
  /** The first workspace's container. */
  readonly container: string;
  readonly agentSandbox: (...args: readonly string[]) => Promise<string>;
  /** Ends whatever runs. */
  readonly signal: AbortSignal;
  readonly docker: (...args: readonly string[]) => Promise<string>;
  /** What agent-sandbox is compared with: the same image and program, nothing set up. */
  readonly bareRun: () => Promise<string>;
  /** A git repository with that many files, made when it is first asked for. */
  readonly repository: (files: number) => Promise<BenchRepository>;
  /** What the repository's shelf takes on the disk, in bytes. */
  readonly shelfSize: (repository: BenchRepository) => Promise<number>;
  /** Removes a repository's sandboxes and its shelf, so that its next branch is a cold one. */
  readonly removeShelf: (repository: BenchRepository) => Promise<void>;
  /** Removes the workspaces' containers, so that the next start is a cold one. */
  readonly removeSandboxes: () => Promise<void>;
}

/** Makes `count` workspaces; `signal` ends whatever runs, but not the cleaning up. */
export async function openBench(count: number, signal: AbortSignal): Promise<Bench> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "agent-sandbox-bench-")));
  await giveToOwner(directory);
  const names = Array.from({ length: count }, (_, index) => `workspace-${index}`);
  const [first = "", ...others] = names.map((name) => join(directory, name));
  const workspaces = [first, ...others] as const;
  const env = environmentOf(directory);
  const agentSandbox = (...args: readonly string[]) =>
    output([process.execPath, CLI, ...args], { env, signal });
  for (const workspace of workspaces) {
    await makeWorkspace(workspace);
    await agentSandbox("trust", workspace);
  }
  const docker = (...args: readonly string[]) => output(["docker", ...args], { signal });
  const kept = await volumes();
  const repositories = new Map<number, Promise<BenchRepository>>();
  const pathOf = (files: number) => join(directory, `repository-${files}`);
  const allPaths = () => [...workspaces, ...[...repositories.keys()].map(pathOf)];
  return {
    workspaces,
    container: `agent-sandbox-${basename(first)}-${hashOf(first)}`,
    docker,
    signal,
    agentSandbox,
    bareRun: () => docker("run", "--label", LABEL, "--entrypoint", "true", IMAGE),
    repository(files) {
      const config = { files, config: CONFIG };
      const made =
        repositories.get(files) ??
        thenTrust(makeRepository(pathOf(files), config, signal), agentSandbox);
      repositories.set(files, made);
      return made;
    },
    async shelfSize({ path }) {
      const mount = `type=volume,src=${shelfVolume(path)},dst=/shelf,readonly`;
      const run = ["run", "--rm", "--label", LABEL, "--network", "none", "--mount", mount];
      const du = ["--entrypoint", "du", IMAGE, "--summarize", "--block-size=1", "/shelf"];
      return parseInt(await docker(...run, "--user", "root", ...du), 10);
    },
    async removeShelf({ path }) {
      await removeContainers([workspaceLabel(path)]);
      for (const name of [shelfVolume(path), gateVolume(path)])
        await docker("volume", "rm", "--force", name);
    },
    removeSandboxes: () => removeContainers(workspaces.map(workspaceLabel)),
    async [Symbol.asyncDispose]() {
      await removeContainers([LABEL, ...allPaths().map(workspaceLabel)]);
      const made = (await volumes()).filter((name) => !kept.includes(name));
      const volumesOf = (path: string) =>
        [historyVolume, shelfVolume, gateVolume].map((of) => of(path));
      const own = new Set([...CONFIG_VOLUMES, ...allPaths().flatMap(volumesOf)]);
      for (const name of made.filter((one) => own.has(one))) await cleanUp("volume", "rm", name);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Caches start empty and are filled by the first start, which is not measured. */
function environmentOf(directory: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    XDG_STATE_HOME: join(directory, "state"),
    XDG_CACHE_HOME: join(directory, "cache"),
    XDG_CONFIG_HOME: join(directory, "config"),
  };
}

/** Accepts the repository's configuration, as its user would have. */
async function thenTrust(
  made: Promise<BenchRepository>,
  agentSandbox: Bench["agentSandbox"],
): Promise<BenchRepository> {
  const repository = await made;
  await agentSandbox("trust", repository.path);
  return repository;
}

/** As much of a repository as is looked at, owned by whom a sandbox can be for. */
async function makeWorkspace(workspace: string): Promise<void> {
  const folders = ["", ".git", ".git/hooks", ".git/info", ".agent-sandbox"];
  const files = {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "[core]\n\tbare = false\n",
    ".agent-sandbox/config.json": JSON.stringify(CONFIG),
  };
  for (const folder of folders) await mkdir(join(workspace, folder));
  for (const [file, content] of Object.entries(files))
    await writeFile(join(workspace, file), content);
  for (const path of [...folders, ...Object.keys(files)]) await giveToOwner(join(workspace, path));
}

const workspaceLabel = (workspace: string) => `agent-sandbox.workspace=${workspace}`;

const hashOf = (workspace: string) => createHash("md5").update(workspace).digest("hex");
const shelfVolume = (path: string) => `agent-sbx-repo-${hashOf(path)}`;
const gateVolume = (path: string) => `agent-sbx-gate-${hashOf(path)}`;
const historyVolume = (workspace: string) => `agent-sandbox-${hashOf(workspace)}-history`;

/** Cleaning up goes on when everything else was interrupted, for five minutes at most: a shelf may be large. */
async function cleanUp(...args: readonly string[]): Promise<string> {
  return await output(["docker", ...args], { signal: AbortSignal.timeout(300_000) });
}

async function volumes(): Promise<readonly string[]> {
  return (await cleanUp("volume", "ls", "--quiet")).split("\n");
}

async function removeContainers(labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    const found = await cleanUp("ps", "--all", "--quiet", "--filter", `label=${label}`);
    const ids = found.split("\n").filter(Boolean);
    if (ids.length > 0) await cleanUp("rm", "--force", "--volumes", ...ids);
  }
}
