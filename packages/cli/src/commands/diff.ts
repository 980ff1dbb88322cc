import { diffBranch } from "@agent-sandbox/workspace";

import { branchArguments, prepareBranchContext } from "../branch-arguments.ts";
import { inShelf } from "../in-shelf.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { printable } from "../printable.ts";
import { SandboxCommand } from "../sandbox-command.ts";

export default class Diff extends SandboxCommand {
  static override summary = "Show what a branch changes, as a patch";
  static override description =
    "Compared with what is checked out on the host. On a terminal, control characters of the files are shown and not obeyed.";
  static override examples = [
    "<%= config.bin %> diff feat",
    "<%= config.bin %> diff feat > feat.patch",
  ];
  static override args = branchArguments;

  async run(): Promise<unknown> {
    const { args } = await this.parse(Diff);
    using interrupts = listenForInterrupts();
    const context = await prepareBranchContext(args, this.surroundings(), interrupts.signal);
    const patch = await inShelf(context.shelf, context, ({ session, settings }) =>
      diffBranch(session, settings, args.branch),
    );
    if (!this.jsonEnabled()) process.stdout.write(process.stdout.isTTY ? printable(patch) : patch);
    return { branch: args.branch, patch };
  }
}
