import { branchArguments, prepareBranchContext } from "../branch-arguments.ts";
import { deliver } from "../deliver.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { printable } from "../printable.ts";
import { SandboxCommand } from "../sandbox-command.ts";

export default class Fetch extends SandboxCommand {
  static override summary = "Bring a branch's commits to the host's repository";
  static override description =
    "As refs/heads/NAME where that only goes forward and is not checked out, else as refs/sandbox/NAME. Files on the host do not change.";
  static override examples = [
    "<%= config.bin %> fetch feat && git log feat",
    "<%= config.bin %> fetch feat --json",
  ];
  static override args = branchArguments;

  async run(): Promise<unknown> {
    const { args } = await this.parse(Fetch);
    using interrupts = listenForInterrupts();
    const context = await prepareBranchContext(args, this.surroundings(), interrupts.signal);
    const delivery = await deliver(context, { name: args.branch, aside: false });
    const { ref, commit, refused, changed } = delivery;
    const is = changed ? "is now" : "was already";
    this.log(`${args.branch} ${is} ${ref} on the host, at ${commit.slice(0, 10)}`);
    if (refused !== undefined) this.log(printable(`Not as refs/heads/${args.branch}: ${refused}`));
    return delivery;
  }
}
