import { diffBranch } from "@agent-sandbox/workspace";

import * as Flags from "@oclif/core/flags";

import { branchArguments, prepareBranchContext } from "../branch-arguments.ts";
import { inShelf } from "../in-shelf.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { printable } from "../printable.ts";
import { SandboxCommand } from "../sandbox-command.ts";

export default class Diff extends SandboxCommand {
  static override summary = "Show what a branch changes, as a patch";
  static override description =
    "Compared with what is checked out on the host. It is written byte for byte as git makes it, to be applied; on a terminal, control characters of the files are shown and not obeyed, and --json has it as text.";
  static override examples = [
    "<%= config.bin %> diff feat",
    "<%= config.bin %> diff feat --binary > feat.patch && git apply feat.patch",
  ];
  static override args = branchArguments;
  static override flags = {
    binary: Flags.boolean({
      description: "with what binary files hold, not only that they differ",
    }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Diff);
    using interrupts = listenForInterrupts();
    const context = await prepareBranchContext(args, this.surroundings(), interrupts.signal);
    const patch = await inShelf(context.shelf, context, ({ session, settings }) =>
      diffBranch(session, settings, { name: args.branch, binary: flags.binary }),
    );
    const text = patch.toString("utf8");
    if (!this.jsonEnabled()) process.stdout.write(process.stdout.isTTY ? printable(text) : patch);
    return { branch: args.branch, patch: text };
  }
}
