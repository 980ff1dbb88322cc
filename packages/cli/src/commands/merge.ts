import { mergeBranch } from "@agent-sandbox/workspace";

import { branchArguments, prepareBranchContext } from "../branch-arguments.ts";
import { deliver } from "../deliver.ts";
import { inShelf } from "../in-shelf.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand } from "../sandbox-command.ts";

export default class Merge extends SandboxCommand {
  static override summary = "Merge a branch into what is checked out on the host";
  static override description =
    "Looks at the checkout first: one with changes that are not committed is refused. No hook, filter or merge driver runs, so that what needs a filter of yours is refused; where the two conflict, nothing changes.";
  static override examples = [
    "<%= config.bin %> review feat && <%= config.bin %> merge feat",
    "<%= config.bin %> merge feat --json",
  ];
  static override args = branchArguments;

  async run(): Promise<unknown> {
    const { args } = await this.parse(Merge);
    using interrupts = listenForInterrupts();
    const context = await prepareBranchContext(args, this.surroundings(), interrupts.signal);
    const { ref } = await deliver(context, { name: args.branch, aside: true });
    const merged = await inShelf({ ...context.shelf, onHost: true }, context, (host) =>
      mergeBranch(host.session, host.settings, { name: args.branch, ref }),
    );
    const into = merged.into ?? "the commit that is checked out";
    this.log(
      merged.how === "up-to-date"
        ? `${into} has all of ${args.branch} already`
        : `Merged ${args.branch} into ${into} (${merged.how}): ${merged.commit.slice(0, 10)}`,
    );
    return merged;
  }
}
