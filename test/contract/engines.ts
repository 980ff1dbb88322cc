// What every engine that runs programs must hold: the same policy, the same answers.
import { rmSync } from "node:fs";
import { join } from "node:path";

import { cli, type CliOptions, type CliResult, cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { configure, makeRepository, type Workspace } from "../support/workspace.ts";

/** One engine, by the command that people type. */
export interface EngineUnderTest {
  readonly name: "docker";
  /** What goes before a command. */
  readonly words: (workspace: string) => readonly string[];
  /** What the engine itself needs of a configuration. */
  readonly config: Readonly<Record<string, unknown>>;
}

export const ENGINES: readonly EngineUnderTest[] = [
  {
    name: "docker",
    words: (workspace) => ["run", workspace, "--"],
    config: { container: { image: TEST_IMAGE } },
  },
];

/** A repository with a policy, and what runs in its sandbox. */
export interface Governed extends AsyncDisposable {
  readonly workspace: Workspace;
  run(argv: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** A script of sh; resolves with what it printed, and fails where it failed. */
  script(script: string, options?: CliOptions): Promise<string>;
  /** The records of the runs so far. */
  records(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** A workspace under `policy`; `prepare` is a script that its owner runs in it first. */
export function govern(
  engine: EngineUnderTest,
  policy: Readonly<Record<string, unknown>>,
  prepare = "true",
): Governed {
  const workspace = makeRepository();
  workspace.host(`mkdir -p .agent-sandbox; ${prepare}`);
  const state = join(workspace.path, "../state");
  const env = { XDG_STATE_HOME: state };
  configure(workspace, { ...engine.config, ...policy }, env);
  const run: Governed["run"] = (argv, options = {}) =>
    cli([...engine.words(workspace.path), ...argv], {
      ...options,
      cwd: workspace.path,
      env: { ...env, ...options.env },
    });
  return {
    workspace,
    run,
    async script(script, options) {
      const { status, stdout, stderr } = await run(["sh", "-ec", script], options);
      if (status !== 0) throw new Error(`status ${String(status)}: ${stderr}`);
      return stdout;
    },
    async records() {
      const said = await cliOk(["log", workspace.path, "--json"], { env });
      return said
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    async [Symbol.asyncDispose]() {
      await workspace[Symbol.asyncDispose]();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
