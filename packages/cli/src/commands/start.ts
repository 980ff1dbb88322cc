import { interruptSignal } from "../interrupts.ts";
import { openWorkspace } from "../open-workspace.ts";
import {
  baseTagFlag,
  buildFlag,
  configFlag,
  SandboxCommand,
  workspaceArgument,
} from "../sandbox-command.ts";

export default class Start extends SandboxCommand {
  static override summary = "Start the sandbox and wait until it is ready";
  static override examples = ["<%= config.bin %> start", "<%= config.bin %> start ~/work/app --build"];
  static override args = workspaceArgument;
  static override flags = { "base-tag": baseTagFlag, build: buildFlag, config: configFlag };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Start);
    using interrupts = interruptSignal();
    const request = {
      path: args.path,
      configFile: flags.config,
      baseTag: flags["base-tag"],
      build: flags.build,
    };
    const opened = await openWorkspace(request, this.surroundings(), interrupts.signal);
    this.log(`${opened.started ? "Started" : "Already running:"} ${opened.name}`);
    return opened;
  }
}
