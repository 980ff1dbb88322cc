import { execInWorkspace } from "../exec-in-workspace.ts";
import { openRequest } from "../flags/open-flags.ts";
import { openFlags, SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { processStdio } from "../terminal.ts";

export default class Shell extends SandboxCommand {
  static override summary = "Open a shell in the sandbox (the default command)";
  static override description =
    "Starts the sandbox if it does not run. Leaving the shell leaves the sandbox running: other shells may be open in it.";
  static override examples = [
    "<%= config.bin %>",
    "<%= config.bin %> ~/work/app",
    "<%= config.bin %> shell --build",
    "<%= config.bin %> --branch feat",
  ];
  static override enableJsonFlag = false;
  static override args = workspaceArgument;
  static override flags = openFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Shell);
    const { status } = await execInWorkspace(
      {
        path: args.path,
        ...openRequest(flags),
        argv: ["/bin/bash"],
        stdio: processStdio({ interactive: true }),
      },
      this.surroundings(),
    );
    process.exitCode = status;
  }
}
