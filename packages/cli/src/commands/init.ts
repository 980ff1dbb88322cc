import * as Flags from "@oclif/core/flags";

import { initWorkspace } from "../init-workspace.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { baseTagFlag, SandboxCommand, workspaceArgument } from "../sandbox-command.ts";

export default class Init extends SandboxCommand {
  static override summary = "Set a repository up: write .agent-sandbox, create volumes, build";
  static override examples = [
    "<%= config.bin %> init",
    "<%= config.bin %> init ~/work/app --force",
  ];
  static override args = workspaceArgument;
  static override flags = {
    "base-tag": baseTagFlag,
    force: Flags.boolean({
      char: "f",
      description: "replace what is there: remove this workspace's containers and .agent-sandbox",
    }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Init);
    using interrupts = listenForInterrupts();
    const request = { path: args.path, force: flags.force, baseTag: flags["base-tag"] };
    const done = await initWorkspace(request, this.surroundings(), interrupts.signal);
    this.log(`Initialised ${done.directory}`);
    this.log('Next: "agent-sandbox shell" opens a shell in the sandbox');
    return done;
  }
}
