import { cli, type CliResult } from "./cli.ts";
import { TEST_IMAGE } from "./sandbox-image.ts";
import { trust } from "./trust.ts";
import { makeRepository, type Workspace } from "./workspace.ts";

/** What became of one attempt of an agent's. */
export interface Attempt {
  readonly script: string;
  readonly status: number | null;
  readonly output: string;
}

/** A repository on the host whose branches have sandboxes of the image under test. */
export interface BranchWorkspace extends Workspace {
  /** Where a sandbox sees the host's checkout. */
  readonly inside: string;
  /** Runs a script in the worktree of a branch, as an agent would, with git itself. */
  run(branch: string, script: string): Promise<CliResult>;
  /** The same for scripts that need not succeed, one after the other in one call. */
  attempt(branch: string, scripts: readonly string[]): Promise<readonly Attempt[]>;
  /** A program that runs as it is: `argv` without a shell. */
  exec(branch: string, ...argv: readonly string[]): Promise<CliResult>;
}

/** Runs each script by itself, and prints what became of all of them. */
const RUN_ALL = `
const { spawnSync } = require("node:child_process");
const done = JSON.parse(process.argv[1]).map((script) => {
  const options = { encoding: "utf8", timeout: 20000, stdio: ["ignore", "pipe", "pipe"] };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], options);
  return { script, status, output: stdout + stderr };
});
console.log(JSON.stringify(done));
`;

/** In front of it on the PATH is the wrapper that advises agents. */
const REAL_GIT = "PATH=/usr/bin:/bin:/usr/local/bin";

export function makeBranchWorkspace(): BranchWorkspace {
  const workspace = makeRepository();
  const { path } = workspace;
  const config = JSON.stringify({ container: { image: TEST_IMAGE } });
  workspace.host(`mkdir .agent-sandbox && printf '%s' '${config}' > .agent-sandbox/config.json
    git add . && git commit --quiet --message configured`);
  trust(path);
  const exec = (branch: string, ...argv: readonly string[]) =>
    cli(["run", path, "--branch", branch, "--", ...argv]);
  return {
    ...workspace,
    inside: path.replace(/^.*\//, "/workspace/"),
    exec,
    run: (branch, script) => exec(branch, "sh", "-ec", `${REAL_GIT}; ${script}`),
    async attempt(branch, scripts) {
      const argv = ["env", REAL_GIT, "node", "--eval", RUN_ALL, JSON.stringify(scripts)];
      const { stdout, stderr } = await exec(branch, ...argv);
      if (!stdout.startsWith("[")) throw new Error(`No attempt was made: ${stdout}${stderr}`);
      return JSON.parse(stdout) as readonly Attempt[];
    },
  };
}
