import { reviewBranch } from "@agent-sandbox/workspace";

import { branchArguments, prepareBranchContext } from "../branch-arguments.ts";
import { inShelf } from "../in-shelf.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand } from "../sandbox-command.ts";
import { showReview } from "../show-review.ts";

export default class Review extends SandboxCommand {
  static override summary =
    "Show what a branch brings: its commits, its files, the risky ones first";
  static override description =
    "Compared with what is checked out on the host. Nothing that the branch holds is run.";
  static override examples = [
    "<%= config.bin %> review feat",
    "<%= config.bin %> review feat --json",
  ];
  static override args = branchArguments;

  async run(): Promise<unknown> {
    const { args } = await this.parse(Review);
    using interrupts = listenForInterrupts();
    const context = await prepareBranchContext(args, this.surroundings(), interrupts.signal);
    const review = await inShelf(context.shelf, context, ({ session, settings }) =>
      reviewBranch(session, settings, args.branch),
    );
    this.log(showReview(review));
    return review;
  }
}
