import { oclifFlags } from "../flags/oclif-flags.ts";
import { RUN_FLAGS, runCommand } from "../run-command.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";

/** For help and completion; `main` takes `run` to `runCommand` without oclif. */
export default class Run extends SandboxCommand {
  static override summary = "Run one command in the sandbox and exit with its status";
  static override description =
    "Starts the sandbox if it does not run. Input, output and signals are the command's own. Status 124 says that the time limit ended it, 125 that agent-sandbox itself failed.";
  static override usage = [
    "run [PATH] [--branch NAME] [--timeout DURATION] -- COMMAND…",
    "run [PATH] --agent claude|codex [--model NAME] [--branch NAME] [--timeout DURATION] -- PROMPT",
  ];
  static override examples = [
    "<%= config.bin %> run -- npm test",
    "<%= config.bin %> run --agent claude --branch feat -- 'add a test for parse()'",
    "<%= config.bin %> run ~/work/app --agent codex --timeout 30m -- 'fix the failing test'",
    "<%= config.bin %> run --agent codex -- - < task.md",
    "git diff | <%= config.bin %> run -- codex exec 'review this diff'",
  ];
  static override args = workspaceArgument;
  static override flags = oclifFlags(RUN_FLAGS);

  async run(): Promise<void> {
    await runCommand(this.argv, this.surroundings());
  }
}
