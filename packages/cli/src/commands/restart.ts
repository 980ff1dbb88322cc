import { openContainer, stopSandbox } from "@agent-sandbox/engine-docker";

import { openRequest } from "../flags/open-flags.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { prepareWorkspace } from "../prepare-workspace.ts";
import { openFlags, SandboxCommand, workspaceArgument } from "../sandbox-command.ts";

export default class Restart extends SandboxCommand {
  static override summary =
    "Stop the sandbox and start it again, by the configuration as it is now";
  static override examples = [
    "<%= config.bin %> restart",
    "<%= config.bin %> restart --build",
    "<%= config.bin %> restart --branch feat",
  ];
  static override args = workspaceArgument;
  static override flags = openFlags;

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Restart);
    using interrupts = listenForInterrupts();
    const { signal } = interrupts;
    // All that can fail comes first: a sandbox that cannot start again is not stopped.
    const { plan, ports } = await prepareWorkspace(
      { path: args.path, ...openRequest(flags) },
      this.surroundings(),
      signal,
    );
    const { workspace } = plan;
    await stopSandbox(
      {
        workspaceHash: workspace.hash,
        only: plan.branch ? { branch: plan.branch.name } : "bind",
        agent: null,
        remove: false,
      },
      ports,
      signal,
    );
    const { name } = await openContainer(plan, ports, signal);
    this.log(`Restarted ${name}`);
    return { name, workspace: plan.workspace.path, workdir: plan.workdir };
  }
}
