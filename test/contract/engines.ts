// What every engine must hold: the same policy, the same answers.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { cli, type CliOptions, type CliResult, cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

/** One engine, by the command that people type. */
export interface EngineUnderTest {
  readonly name: "docker" | "bwrap" | "virtual";
  /** The command line that runs a command. */
  readonly words: (workspace: string, argv: readonly string[]) => readonly string[];
  /** What the engine itself needs of a configuration. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Who starts it, where that is not whoever runs the tests: the words in front. */
  readonly as?: readonly string[];
  /** Whether it runs the machine's own programs, on the workspace itself. */
  readonly hasPrograms: boolean;
}

export const ENGINES: readonly EngineUnderTest[] = [
  {
    name: "docker",
    words: (workspace, argv) => ["run", workspace, "--", ...argv],
    config: { container: { image: TEST_IMAGE } },
    hasPrograms: true,
  },
  {
    name: "bwrap",
    words: (_, argv) => ["exec", "--", ...argv],
    config: {},
    hasPrograms: true,
    // The workspace's owner: commands are whoever started them.
    as: ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "--inh-caps=-all"],
  },
  {
    name: "virtual",
    words: (workspace, argv) => ["virtual", workspace, "--import", workspace, "-c", quoted(argv)],
    config: {},
    hasPrograms: false,
  },
];

/** One line of a shell. */
function quoted(argv: readonly string[]): string {
  return argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

/** Those that run programs, for what only these can do. */
export const PROGRAM_ENGINES = ENGINES.filter(({ hasPrograms }) => hasPrograms);

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
export async function govern(
  engine: EngineUnderTest,
  policy: Readonly<Record<string, unknown>>,
  prepare = "true",
): Promise<Governed> {
  const workspace = makeRepository();
  workspace.host(`mkdir -p .agent-sandbox ../home ../state; ${prepare}`);
  const state = join(workspace.path, "../state");
  const env = { XDG_STATE_HOME: state, HOME: join(workspace.path, "../home") };
  const as = engine.as ?? [];
  const config = join(workspace.path, ".agent-sandbox/config.json");
  writeFileSync(config, JSON.stringify({ ...engine.config, ...policy }));
  await cliOk(["trust", workspace.path], { as, env });
  const run: Governed["run"] = (argv, options = {}) =>
    cli(engine.words(workspace.path, argv), {
      ...options,
      as,
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
      const said = await cliOk(["log", workspace.path, "--json"], { as, env });
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
