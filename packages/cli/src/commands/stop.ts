import { releaseEnded, stopSandbox } from "@agent-sandbox/engine-docker";
import { readWorkspace } from "@agent-sandbox/host";
import { branchIdentity } from "@agent-sandbox/workspace";
import * as Flags from "@oclif/core/flags";

import { collectEvents } from "../collect-events.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { nothingStopped } from "../nothing-stopped.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { enginePorts } from "../engine-ports.ts";

export default class Stop extends SandboxCommand {
  static override summary = "Stop a sandbox of this workspace";
  static override description =
    "The one of bind mode, the one of a branch, or all, each with those of named agents. What runs in it ends. The container is kept, with what was installed in it, and the next start goes on with it; volumes and branches are kept always.";
  static override examples = [
    "<%= config.bin %> stop",
    "<%= config.bin %> stop ~/work/app --branch feat",
    "<%= config.bin %> stop --all",
  ];
  static override args = workspaceArgument;
  static override flags = {
    branch: Flags.string({
      char: "b",
      description: "the sandbox of this branch",
      helpValue: "NAME",
      exclusive: ["all"],
    }),
    all: Flags.boolean({ description: "this workspace's own sandbox and those of its branches" }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Stop);
    using interrupts = listenForInterrupts();
    const { signal } = interrupts;
    const { hash } = readWorkspace(args.path);
    const surroundings = this.surroundings();
    const ports = enginePorts(surroundings);
    const only = whichOf(flags);
    const request = { workspaceHash: hash, only, remove: false };
    const stopped = await stopSandbox(request, ports, signal);
    await releaseEnded(ports, signal);
    await collectEvents({ surroundings, ports, signal }, { workspaceHash: hash });
    const isNone = stopped.length === 0;
    this.log(isNone ? await nothingStopped(request, ports) : `Stopped ${stopped.join(", ")}`);
    return { stopped };
  }
}

function whichOf({ branch, all }: { readonly branch?: string | undefined; readonly all: boolean }) {
  if (all) return undefined;
  return branch === undefined ? ("bind" as const) : { branch: branchIdentity(branch).name };
}
