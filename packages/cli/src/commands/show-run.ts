import { describePlan } from "@agent-sandbox/engine-docker";
import { recordAhead, resolveStateDir } from "@agent-sandbox/host";

import { listenForInterrupts } from "../interrupts.ts";
import { preparePlan } from "../prepare-plan.ts";
import { placeholderCommands } from "../placeholder-commands.ts";
import { quote } from "../quote.ts";
import { configFlag, SandboxCommand, workspaceArgument } from "../sandbox-command.ts";

export default class ShowRun extends SandboxCommand {
  static override summary =
    "Show the docker run command that starts the sandbox, without running it";
  static override description =
    'The command is quoted so that a shell runs it as it stands. Protected paths that do not exist are made first, so that nothing can be put in their place, and go again with the next "stop".';
  static override examples = ["<%= config.bin %> show-run", "<%= config.bin %> show-run | sh"];
  static override args = workspaceArgument;
  static override flags = { config: configFlag };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(ShowRun);
    using interrupts = listenForInterrupts();
    const request = { path: args.path, configFile: flags.config };
    const surroundings = this.surroundings();
    const { plan } = await preparePlan(request, surroundings, interrupts.signal);
    const argv = describePlan(plan);
    const record = recordAhead(resolveStateDir(surroundings.env, surroundings.home), {
      workspaceHash: plan.workspace.hash,
      workspacePath: plan.workspace.path,
      placeholders: plan.placeholders,
    });
    const before = placeholderCommands(plan, record);
    for (const line of [...before, argv]) this.log(quote(line));
    return { before, argv };
  }
}
