import { SandboxError } from "@agent-sandbox/core";
import * as Flags from "@oclif/core/flags";

import { Capture } from "../capture.ts";
import { parseDuration } from "../duration.ts";
import { execInWorkspace } from "../exec-in-workspace.ts";
import { baseTagFlag, configFlag, SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { processStdio } from "../terminal.ts";

/** What `--json` keeps of each stream, in bytes. */
const CAPTURED = 16 * 1024 * 1024;

export default class Run extends SandboxCommand {
  static override summary = "Run one command in the sandbox and exit with its status";
  static override description =
    "Starts the sandbox if it does not run. Input, output and signals are the command's own. Status 124 says that the time limit ended it, 125 that agent-sandbox itself failed.";
  static override usage = "run [PATH] [--timeout DURATION] -- COMMAND…";
  static override examples = [
    "<%= config.bin %> run -- npm test",
    "<%= config.bin %> run ~/work/app --timeout 30m -- claude -p 'fix the failing test'",
    "git diff | <%= config.bin %> run -- codex exec 'review this diff'",
  ];
  static override args = workspaceArgument;
  static override flags = {
    "base-tag": baseTagFlag,
    config: configFlag,
    timeout: Flags.string({ description: "end the command after this long", helpValue: "30m" }),
  };

  async run(): Promise<unknown> {
    // What follows the first `--` is the command's, in its own order: oclif must not see it.
    const split = this.argv.indexOf("--");
    const [program, ...rest] = split < 0 ? [] : this.argv.slice(split + 1);
    const own = split < 0 ? this.argv : this.argv.slice(0, split);
    const { args, flags } = await this.parse(Run, own);
    if (program === undefined) {
      throw new SandboxError("USAGE", "Cannot run: no command is given", {
        hint: 'Write it after "--": agent-sandbox run -- npm test',
      });
    }
    const request = {
      path: args.path,
      configFile: flags.config,
      baseTag: flags["base-tag"],
      argv: [program, ...rest] as const,
      timeLimit: flags.timeout === undefined ? undefined : parseDuration(flags.timeout),
    };
    if (this.jsonEnabled()) return await this.#capture(request);
    await this.#stream(request);
    return undefined;
  }

  async #stream(request: RunSpec): Promise<void> {
    const stdio = processStdio({ interactive: false });
    const { status } = await execInWorkspace({ ...request, stdio }, this.surroundings());
    process.exitCode = status;
  }

  async #capture(request: RunSpec): Promise<unknown> {
    const [stdout, stderr] = [new Capture(CAPTURED), new Capture(CAPTURED)];
    const stdio = { ...processStdio({ interactive: false }), stdout, stderr };
    const startedAt = performance.now();
    const { status } = await execInWorkspace({ ...request, stdio }, this.surroundings());
    process.exitCode = status;
    return {
      status,
      durationMs: Math.round(performance.now() - startedAt),
      stdout: stdout.text(),
      stderr: stderr.text(),
      dropped: { stdout: stdout.dropped, stderr: stderr.dropped },
    };
  }
}

type RunSpec = Omit<Parameters<typeof execInWorkspace>[0], "stdio">;
