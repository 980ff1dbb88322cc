import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import {
  isInside,
  redactCredentials,
  type RepositoryFacts,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import { danglingHooks } from "../facts/dangling-hooks.ts";
import { readHooks } from "../facts/read-hooks.ts";
import type { Environment } from "../state/directories.ts";
import { type ConfigValues, parseConfigValues } from "./config-values.ts";
import { filterFacts } from "./filter-facts.ts";
import { gitUserOf } from "./git-user.ts";
import { notARepository, notTheTop, refusedByGit } from "./repository-failures.ts";
import { runGit } from "./run-git.ts";

export interface GitPorts {
  readonly env: Environment;
  readonly signal: AbortSignal;
}

const LAYOUT = [
  ...["--is-bare-repository", "--is-inside-work-tree", "--absolute-git-dir"],
  ...["--git-common-dir", "--git-path", "hooks", "--show-prefix"],
];

/**
 * What branches need to know of the workspace's repository. git only reads its configuration and
 * paths for this: nothing of the tree runs, and no file changes. Fails with WORKSPACE_INVALID.
 */
export async function readRepository(
  workspace: WorkspaceIdentity,
  { env, signal }: GitPorts,
): Promise<RepositoryFacts> {
  const user = gitUserOf(workspace.path, env);
  // The owner may be another than the user: reading the configuration runs nothing of it.
  const ask = (...argv: readonly string[]) =>
    runGit({ cwd: workspace.path, argv: ["-c", "safe.directory=*", ...argv], user }, signal);
  const [layout, config] = await Promise.all([
    ask("rev-parse", ...LAYOUT),
    ask("config", "--list", "-z", "--includes"),
  ]);
  const failed = [layout, config].find(({ status }) => status !== 0);
  if (failed !== undefined) throw refusedByGit(workspace.path, failed.stderr);
  const found = parseLayout(layout.stdout);
  if (found.bare) throw notARepository(workspace.path, "it is a bare repository");
  if (!found.inWorkTree || found.prefix !== "") throw notTheTop(workspace.path, found.prefix);
  const values = { config: parseConfigValues(config.stdout), env: user.env };
  const facts = await factsOf(workspace.path, found, values);
  const home = env["HOME"] ?? "/nonexistent";
  const { hooks } = await readHooks(workspace.path, { env, home, signal });
  return { ...facts, hooks, danglingHooks: danglingHooks(workspace.path, hooks) };
}

interface Layout {
  readonly bare: boolean;
  readonly inWorkTree: boolean;
  readonly gitDir: string;
  readonly commonGitDir: string;
  readonly hooks: string;
  readonly prefix: string;
}

function parseLayout(stdout: string): Layout {
  const [bare, inWorkTree, gitDir = "", commonGitDir = "", hooks = "", prefix = ""] =
    stdout.split("\n");
  const is = (answer: string | undefined): boolean => answer === "true";
  return { bare: is(bare), inWorkTree: is(inWorkTree), gitDir, commonGitDir, hooks, prefix };
}

async function factsOf(
  workspace: string,
  found: Layout,
  { config, env }: { readonly config: ConfigValues; readonly env: Environment },
): Promise<Omit<RepositoryFacts, "hooks" | "danglingHooks">> {
  const common = await realpath(resolve(workspace, found.commonGitDir));
  const last = (key: string): string | undefined => config.get(key)?.at(-1);
  // `git fetch` takes the first of several.
  const origin = config.get("remote.origin.url")?.[0];
  const isDefault = (last("core.hookspath") ?? "") === "";
  return {
    gitDir: await realpath(found.gitDir),
    commonGitDir: isInside(workspace, common) ? undefined : common,
    originUrl: origin === undefined ? undefined : redactCredentials(origin),
    userName: last("user.name"),
    userEmail: last("user.email"),
    hooksPath: isDefault ? undefined : resolve(workspace, found.hooks),
    objectFormat: last("extensions.objectformat") === "sha256" ? "sha256" : "sha1",
    ...(await filterFacts({ config, commonGitDir: common, env })),
  };
}
