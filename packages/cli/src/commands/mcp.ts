import { oclifFlags } from "../flags/oclif-flags.ts";
import { MCP_FLAGS } from "../mcp/mcp-flags.ts";
import { mcpCommand } from "../mcp-command.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";

/** For help and completion; `main` takes `mcp` to `mcpCommand` without oclif. */
export default class Mcp extends SandboxCommand {
  static override summary = "Serve a sandbox to agents by the Model Context Protocol";
  static override description =
    "On standard input and output, until the client closes them. The tools are execute, snapshot, restore and list; snapshots are the virtual engine's. With bwrap and docker each command is planned, trusted and on record as one of exec and run is.";
  static override examples = [
    "<%= config.bin %> mcp --view .",
    "<%= config.bin %> mcp ~/work/app --engine bwrap",
    "claude mcp add sandbox -- <%= config.bin %> mcp --import .",
  ];
  static override args = workspaceArgument;
  static override flags = oclifFlags(MCP_FLAGS);

  async run(): Promise<void> {
    await mcpCommand(this.argv, this.surroundings());
  }
}
