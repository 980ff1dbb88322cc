import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { facadeConfig } from "./facade-config.ts";
import { type ConfigValues, readConfigFile } from "./host-config.ts";
import type { GateSettings } from "./settings.ts";

/** Everything of a git directory that worktrees share, but for `config` and `hooks`. */
const SHARED = [
  "HEAD",
  "info",
  "logs",
  "objects",
  "packed-refs",
  "refs",
  "reftable",
  "shallow",
  "worktrees",
];

export const FACADES = "/tmp/agent-sandbox-gate";

/**
 * The host's repository under a configuration of ours: a directory to be GIT_COMMON_DIR, where git
 * looks for the configuration, with links to all the rest. The git directory itself stays the
 * host's own, so that HEAD is always what it is there.
 */
export interface Facade extends AsyncDisposable {
  readonly commonDirectory: string;
  readonly gitDirectory: string;
  /** Where the pre-receive hook leaves why it refuses. */
  readonly refusal: () => Promise<string>;
}

export async function openFacade(settings: GateSettings): Promise<Facade> {
  const { commonDirectory } = settings;
  const config = facadeConfig(await readHostConfig(commonDirectory), settings);
  await mkdir(FACADES, { recursive: true, mode: 0o700 });
  const facade = await mkdtemp(`${FACADES}/`);
  await writeFile(join(facade, "config"), config);
  // The owner of what lies outside the workspace may be another; that it is served is decided.
  await writeFile(join(facade, "global"), "[safe]\n\tdirectory = *\n");
  for (const name of SHARED) await symlink(join(commonDirectory, name), join(facade, name));
  return {
    commonDirectory: facade,
    gitDirectory: await findGitDirectory(settings),
    refusal: async () => (await readFile(join(facade, "refusal"), "utf8").catch(() => "")).trim(),
    [Symbol.asyncDispose]: async () => {
      await rm(facade, { recursive: true, force: true });
    },
  };
}

/** With extensions.worktreeConfig, core.bare is in a file of its own (git-worktree(1)). */
async function readHostConfig(directory: string): Promise<ConfigValues> {
  const config = await readConfigFile(join(directory, "config"));
  const own = join(directory, "config.worktree");
  if (config.get("extensions.worktreeconfig") !== "true" || !(await exists(own))) return config;
  const isBare = (await readConfigFile(own)).get("core.bare");
  return isBare === undefined ? config : new Map([...config, ["core.bare", isBare]]);
}

/** The workspace may be a linked worktree, which has a HEAD of its own. */
async function findGitDirectory({ repository, commonDirectory }: GateSettings): Promise<string> {
  const pointer = await readFile(join(repository, ".git"), "utf8").catch(() => "");
  const [, target = ""] = /^gitdir: ([^\n]+)\n?$/.exec(pointer) ?? [];
  const worktree = join(commonDirectory, "worktrees", basename(target));
  const isWorktree = basename(dirname(target)) === "worktrees" && (await exists(worktree));
  const directory = isWorktree ? worktree : commonDirectory;
  // git would enter it instead.
  if (await exists(join(directory, ".git"))) throw new Error(`"${directory}/.git" is in the way`);
  return directory;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
