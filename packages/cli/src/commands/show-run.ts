import { describePlan } from "@agent-sandbox/engine-docker";

import { listenForInterrupts } from "../interrupts.ts";
import { previewPlan } from "../prepare-plan.ts";
import { quote } from "../quote.ts";
import { branchFlag, configFlag, SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { commandsAround } from "../commands-around.ts";
import { completePlan } from "../complete-plan.ts";
import { enginePorts } from "../engine-ports.ts";
import { noteUntrusted } from "../trust/note-untrusted.ts";

export default class ShowRun extends SandboxCommand {
  static override summary =
    "Show the docker run command that starts the sandbox, without running it";
  static override description =
    'The command is quoted so that a shell runs it as it stands. Protected paths that do not exist are made first, so that nothing can be put in their place, and go again with the next "stop". For a branch, its worktree is made ready first, and last its gate is started, which receives what is pushed to the host.';
  static override examples = [
    "<%= config.bin %> show-run",
    "<%= config.bin %> show-run | sh",
    "<%= config.bin %> show-run --branch feat | sh -e",
  ];
  static override args = workspaceArgument;
  static override flags = { branch: branchFlag, config: configFlag };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(ShowRun);
    using interrupts = listenForInterrupts();
    const { signal } = interrupts;
    const request = { path: args.path, configFile: flags.config, branch: flags.branch };
    const surroundings = this.surroundings();
    const prepared = await previewPlan(request, surroundings, signal);
    const { plan, layers } = prepared;
    noteUntrusted({ ...request, path: plan.workspace.path, layers }, surroundings);
    const whole = await completePlan(prepared, surroundings, signal);
    const ports = enginePorts(surroundings);
    const argv = await describePlan(whole, ports.docker, plan);
    const shown = { plan, configFile: flags.config };
    const { before, after } = await commandsAround(shown, { surroundings, ports, signal });
    for (const line of [...before, argv, ...after]) this.log(quote(line));
    return { before, argv, after };
  }
}
