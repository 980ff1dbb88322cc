import { oclifFlags } from "../flags/oclif-flags.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { virtualCommand } from "../virtual-command.ts";
import { VIRTUAL_FLAGS } from "../virtual/virtual-flags.ts";

/** For help and completion; `main` takes `virtual` to `virtualCommand` without oclif. */
export default class Virtual extends SandboxCommand {
  static override summary = "Run commands in a shell in memory, where no process starts";
  static override description =
    "A bash with its files in the memory of this process, under the workspace's policy. Nothing of the host is in it but what is imported or viewed, and nothing of it reaches the host. Without -c it reads commands: from a terminal with a prompt, history and completion, or as one script from standard input. Status 124 says that the time limit has ended the command, 126 that the policy or a limit has.";
  static override examples = [
    "<%= config.bin %> virtual -c 'echo $((6 * 7))'",
    "<%= config.bin %> virtual --import . -c 'mv src lib; ls -R'",
    "<%= config.bin %> virtual --view . -c 'grep -rn TODO src | head'",
    "git log --oneline | <%= config.bin %> virtual -c 'wc -l'",
    "<%= config.bin %> virtual --snapshot work.snapshot",
  ];
  static override args = workspaceArgument;
  static override flags = oclifFlags(VIRTUAL_FLAGS);

  async run(): Promise<void> {
    await virtualCommand(this.argv, this.surroundings());
  }
}
