import { stat } from "node:fs/promises";

import { volumesOf } from "@agent-sandbox/engine-docker";
import { readWorkspace } from "@agent-sandbox/host";
import * as Flags from "@oclif/core/flags";

import { loadPolicy } from "../load-policy.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { table } from "../table.ts";

export default class Volume extends SandboxCommand {
  static override summary = "Print the name of the volume that keeps Claude Code's configuration";
  static override examples = ["<%= config.bin %> volume", "<%= config.bin %> volume --all"];
  static override args = workspaceArgument;
  static override flags = {
    all: Flags.boolean({ description: "print every volume of this workspace and where it is" }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Volume);
    const workspace = readWorkspace(args.path);
    const { uid, gid } = await stat(workspace.path);
    const surroundings = this.surroundings();
    const { agents } = await loadPolicy(workspace, surroundings);
    const isolation = agents.isolation.value;
    const volumes = volumesOf({ workspace, user: { uid, gid }, agents: { isolation } });
    const [config] = volumes;
    if (!flags.all) {
      this.log(config.volume);
      return config;
    }
    const rows = volumes.map(({ volume, target }) => [volume, target]);
    this.log(table(["VOLUME", "MOUNTED AT"], rows));
    return { volumes };
  }
}
