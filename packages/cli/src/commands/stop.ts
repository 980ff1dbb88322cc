import { releaseEnded, stopSandbox } from "@agent-sandbox/engine-docker";
import { readWorkspace } from "@agent-sandbox/host";

import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { enginePorts } from "../engine-ports.ts";

export default class Stop extends SandboxCommand {
  static override summary = "Stop the sandbox";
  static override description =
    "What runs in it ends. The container is kept, with what was installed in it, and the next start goes on with it; volumes are kept always.";
  static override examples = ["<%= config.bin %> stop", "<%= config.bin %> stop ~/work/app"];
  static override args = workspaceArgument;

  async run(): Promise<unknown> {
    const { args } = await this.parse(Stop);
    using interrupts = listenForInterrupts();
    const { hash } = readWorkspace(args.path);
    const ports = enginePorts(this.surroundings());
    const request = { workspaceHash: hash, remove: false };
    const stopped = await stopSandbox(request, ports, interrupts.signal);
    await releaseEnded(ports, interrupts.signal);
    this.log(stopped.length === 0 ? "No sandbox runs here" : `Stopped ${stopped.join(", ")}`);
    return { stopped };
  }
}
