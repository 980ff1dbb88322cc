import { oclifFlags } from "../flags/oclif-flags.ts";
import { OPEN_FLAGS } from "../flags/open-flags.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { startCommand } from "../start-command.ts";

/** For help and completion; `main` takes `start` to `startCommand` without oclif. */
export default class Start extends SandboxCommand {
  static override summary = "Start the sandbox and wait until it is ready";
  static override examples = [
    "<%= config.bin %> start",
    "<%= config.bin %> start ~/work/app --build",
    "<%= config.bin %> start --branch feat --from v1.2",
  ];
  static override args = workspaceArgument;
  static override flags = oclifFlags(OPEN_FLAGS);

  async run(): Promise<void> {
    await startCommand(this.argv, this.surroundings());
  }
}
