import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { measureDisk } from "../disk/measure-disk.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand } from "../sandbox-command.ts";
import { enginePorts } from "../engine-ports.ts";

export default class Df extends SandboxCommand {
  static override summary = "Show what sandboxes cost on the disk";
  static override description =
    "Every container, image and volume of agent-sandbox on this machine, or of one workspace. Layers that images share count once in the totals. --branches looks into the repo shelves, which takes about a second for each.";
  static override examples = [
    "<%= config.bin %> df",
    "<%= config.bin %> df . --branches",
    "<%= config.bin %> df --json",
  ];
  static override args = {
    path: Args.string({
      description: "the workspace's directory; all workspaces without it",
      ignoreStdin: true,
    }),
  };
  static override flags = {
    branches: Flags.boolean({ description: "also what each branch takes in its repo shelf" }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Df);
    using interrupts = listenForInterrupts();
    const surroundings = this.surroundings();
    const ports = enginePorts(surroundings);
    const context = { surroundings, ports, signal: interrupts.signal };
    const { text, data } = await measureDisk({ path: args.path, ...flags }, context);
    this.log(text);
    return data;
  }
}
