import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { readWorkspace } from "@agent-sandbox/host";
import { loadShownPolicy } from "../policy/load-shown-policy.ts";
import { runCases } from "../policy/run-cases.ts";
import { showCases } from "../policy/show-cases.ts";
import { SandboxCommand } from "../sandbox-command.ts";

export default class Test extends SandboxCommand {
  static override summary = "Check the configuration, and what the policy answers to known cases";
  static override description =
    'Asks the built-in cases, and your own of the key "tests". A built-in case that a configuration answers otherwise is shown as changed. The policy is the one that the configured engine would run by. Status 1 says that a case failed. Nothing is started.';
  static override examples = [
    "<%= config.bin %> test",
    "<%= config.bin %> test draft.jsonc --workspace ~/work/app",
  ];
  static override args = {
    file: Args.string({
      description: "a configuration file to check in place of the project's",
      ignoreStdin: true,
    }),
  };
  static override flags = {
    workspace: Flags.string({
      description: "the workspace's directory",
      default: ".",
      helpValue: "PATH",
    }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Test);
    const surroundings = this.surroundings();
    const { path } = readWorkspace(flags.workspace);
    const policy = await loadShownPolicy({ path, configFile: args.file }, surroundings);
    const results = runCases(policy, surroundings);
    this.log(showCases(results));
    const isWell = results.every(({ verdict }) => verdict !== "failed");
    if (!isWell) process.exitCode = 1;
    return { ok: isWell, results };
  }
}
