import { branchArguments } from "../branch-arguments.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { prepareWorkspace } from "../prepare-workspace.ts";
import {
  baseTagFlag,
  configFlag,
  provisionFlags,
  SandboxCommand,
  trustFlag,
} from "../sandbox-command.ts";

export default class Checkout extends SandboxCommand {
  static override summary = "Make a branch ready in the repo shelf, without starting a sandbox";
  static override description =
    "The branch gets a worktree of its own. One that exists stays as it is.";
  static override examples = [
    "<%= config.bin %> checkout feat",
    "<%= config.bin %> checkout fix/login ~/work/app --from origin/main",
  ];
  static override args = branchArguments;
  static override flags = {
    "base-tag": baseTagFlag,
    config: configFlag,
    ...provisionFlags,
    trust: trustFlag,
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Checkout);
    using interrupts = listenForInterrupts();
    const { signal } = interrupts;
    const { from, fetch, trust, config: configFile, "base-tag": baseTag } = flags;
    const request = { ...args, from, fetch, configFile, baseTag, trust };
    const { plan, ports } = await prepareWorkspace(request, this.surroundings(), signal);
    await ports.ensureImage(plan, signal);
    await ports.provision(plan, signal);
    this.log(`${args.branch} is ready in ${plan.workdir}`);
    return { branch: args.branch, workspace: plan.workspace.path, workdir: plan.workdir };
  }
}
