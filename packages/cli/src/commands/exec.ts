import { EXEC_FLAGS } from "../bwrap/exec-flags.ts";
import { execCommand } from "../exec-command.ts";
import { oclifFlags } from "../flags/oclif-flags.ts";
import { SandboxCommand } from "../sandbox-command.ts";

/** For help and completion; `main` takes `exec` to `execCommand` without oclif. */
export default class Exec extends SandboxCommand {
  static override summary = "Run one command on this machine itself, through bubblewrap";
  static override description =
    "Takes milliseconds, and needs neither Docker nor an image. Flags end at the first word that is none, or at --; all that follows is the command's. The network is the host's own unless the policy closes it, and with it the host's abstract sockets. Status 125 says that agent-sandbox itself failed, 126 that the command is not executable, 127 that it is not there.";
  static override usage = ["exec [FLAGS] COMMAND [ARGUMENTS…]"];
  static override examples = [
    "<%= config.bin %> exec npm test",
    "<%= config.bin %> exec --network=false --ro vendor -- make",
    "<%= config.bin %> exec --cmd rm=false --dry-run bash",
  ];
  static override strict = false;
  static override flags = oclifFlags(EXEC_FLAGS);

  async run(): Promise<void> {
    await execCommand(this.argv, this.surroundings());
  }
}
