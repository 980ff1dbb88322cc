import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { asUser } from "./as-user.ts";
import { cliOk } from "./cli.ts";
import { removeContainers } from "./remove-containers.ts";
import { removeVolumes } from "./remove-volumes.ts";
import { trust } from "./trust.ts";

export interface WorkspaceOptions {
  /** Who owns it; uid and gid are the same. */
  readonly owner?: number;
  /** Written to `.agent-sandbox/config.json`. */
  readonly config?: unknown;
  readonly name?: string;
  /** A script that makes the repository, in the folder around it; its last line says where. */
  readonly layout?: string;
}

/** A git repository of the test's own, with one commit; removed with its sandbox when disposed. */
export interface Workspace extends AsyncDisposable {
  readonly path: string;
  /** Runs a program in the workspace as its owner, on the host; resolves with its output. */
  host(command: string): string;
}

const ORDINARY = `git init --quiet --initial-branch main "$1" && cd "$1"
  git config user.name Test && git config user.email test@example.com
  echo hello > README.md && git add . && git commit --quiet --message first && echo "$1"`;

/** A repository with one commit and no configuration. */
export function makeRepository(options: WorkspaceOptions = {}): Workspace {
  const { owner = 1000, name = "demo" } = options;
  const parent = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  const directory = `${name}-${randomBytes(3).toString("hex")}`;
  execFileSync("chown", [`${owner.toString()}:${owner.toString()}`, parent]);
  const runIn = (cwd: string, command: string, ...args: string[]) =>
    execFileSync("setpriv", [...asUser(owner), "sh", "-ec", command, "sh", ...args], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, HOME: parent, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
  const said = runIn(parent, options.layout ?? ORDINARY, directory);
  const path = join(parent, said.trimEnd().split("\n").at(-1) ?? "");
  return {
    path,
    host: (command) => runIn(path, command),
    async [Symbol.asyncDispose]() {
      await removeSandbox(path);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** The same, initialised: `.agent-sandbox` is written and the image built. */
export async function makeWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const workspace = makeRepository(options);
  await cliOk(["init", workspace.path]);
  if (options.config !== undefined) configure(workspace, options.config);
  return workspace;
}

/** Replaces the workspace's configuration, and accepts it unless it is not valid. */
export function configure({ path }: Workspace, config: unknown): void {
  rmSync(join(path, ".agent-sandbox/config.jsonc"), { force: true });
  const text = JSON.stringify(config);
  writeFileSync(join(path, ".agent-sandbox/config.json"), text);
  if (text !== "{}") trust(path);
}

/** Everything that Docker keeps of one workspace, by label. */
async function removeSandbox(path: string): Promise<void> {
  await cliOk(["stop", path, "--all"]);
  await removeContainers(`label=agent-sandbox.workspace=${path}`);
  const images = docker(["images", "--quiet", "--filter", `label=agent-sandbox.image-of=${path}`]);
  for (const image of images) {
    await removeContainers(`ancestor=${image}`);
    docker(["rmi", "--force", image]);
  }
  const hash = createHash("md5").update(path).digest("hex");
  await removeVolumes(`name=${hash}`);
}

/** The docker client's output, by word. */
export function docker(args: readonly string[]): readonly string[] {
  return execFileSync("docker", args, { encoding: "utf8" }).split(/\s+/).filter(Boolean);
}
