import { openContainer, proveReady } from "@agent-sandbox/engine-docker";

import { listenForInterrupts } from "../interrupts.ts";
import { prepareWorkspace } from "../prepare-workspace.ts";
import { openFlags, openRequest, SandboxCommand, workspaceArgument } from "../sandbox-command.ts";

export default class Start extends SandboxCommand {
  static override summary = "Start the sandbox and wait until it is ready";
  static override examples = [
    "<%= config.bin %> start",
    "<%= config.bin %> start ~/work/app --build",
    "<%= config.bin %> start --branch feat --from v1.2",
  ];
  static override args = workspaceArgument;
  static override flags = openFlags;

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Start);
    using interrupts = listenForInterrupts();
    const { plan, ports } = await prepareWorkspace(
      { path: args.path, ...openRequest(flags) },
      this.surroundings(),
      interrupts.signal,
    );
    const { signal } = interrupts;
    const { id, name, started } = await openContainer(plan, ports, signal);
    if (!started) {
      await proveReady(ports.docker.getContainer(id), plan, signal);
      // The gate may have been removed, or have failed too often.
      if (plan.branch) await ports.openGate(plan, signal);
    }
    this.log(started ? `Started ${name}` : `${name} runs already`);
    return { name, started, workspace: plan.workspace.path, workdir: plan.workdir };
  }
}
