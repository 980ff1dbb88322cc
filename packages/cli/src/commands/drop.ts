import { removeSandbox } from "@agent-sandbox/engine-docker";
import { dropBranch } from "@agent-sandbox/workspace";
import * as Flags from "@oclif/core/flags";

import { branchArguments, prepareBranchContext } from "../branch-arguments.ts";
import { collectEvents } from "../collect-events.ts";
import { inShelfAlone } from "../in-shelf-alone.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand } from "../sandbox-command.ts";

export default class Drop extends SandboxCommand {
  static override summary =
    "Remove a branch from the repo shelf: its sandbox, its worktree and its ref";
  static override description =
    "Refused while it holds commits that the host does not have, or files that are not committed. The host's own branches stay, and what was fetched as refs/sandbox/NAME.";
  static override examples = ["<%= config.bin %> drop feat", "<%= config.bin %> drop feat --force"];
  static override args = branchArguments;
  static override flags = {
    force: Flags.boolean({ char: "f", description: "also with work that only this branch has" }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Drop);
    using interrupts = listenForInterrupts();
    const { signal } = interrupts;
    const context = await prepareBranchContext(args, this.surroundings(), signal);
    const { workspace } = context.plan;
    const sandbox = { hash: workspace.hash, mode: "branch", branch: args.branch } as const;
    await inShelfAlone(context, args.branch, ({ session, settings }) =>
      dropBranch(session, settings, {
        name: args.branch,
        force: flags.force,
        endWork: async () => {
          await removeSandbox(context.ports, sandbox);
        },
      }),
    );
    await collectEvents(context, { workspaceHash: workspace.hash, onlyGates: true });
    this.log(`Dropped ${args.branch}`);
    return { dropped: args.branch };
  }
}
