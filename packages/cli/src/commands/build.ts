import { readWorkspace } from "@agent-sandbox/host";

import { buildWorkspaceImage } from "../build-workspace-image.ts";
import { loadPolicy } from "../load-policy.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { baseTagFlag, SandboxCommand, trustFlag, workspaceArgument } from "../sandbox-command.ts";
import { enginePorts } from "../engine-ports.ts";

export default class Build extends SandboxCommand {
  static override summary = "Build the workspace's image from .agent-sandbox/Dockerfile";
  static override description =
    "Running sandboxes go on with the image that they were started from; the next start takes the new one.";
  static override examples = [
    "<%= config.bin %> build",
    "<%= config.bin %> build --base-tag 2024-08-12",
  ];
  static override args = workspaceArgument;
  static override flags = { "base-tag": baseTagFlag, trust: trustFlag };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Build);
    using interrupts = listenForInterrupts();
    const surroundings = this.surroundings();
    const workspace = readWorkspace(args.path);
    const { container } = await loadPolicy(workspace, surroundings);
    const baseTag = flags["base-tag"] ?? container.baseTag.value;
    const built = await buildWorkspaceImage(
      { workspace, baseTag, trust: flags.trust },
      { surroundings, ports: enginePorts(surroundings), signal: interrupts.signal },
    );
    this.log(`Built ${built.image} on agent-sandbox-base:${baseTag}`);
    return { ...built, baseTag };
  }
}
