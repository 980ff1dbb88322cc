import {
  agentArguments,
  AgentCommand,
  agentConfigFlags,
  configSummary,
} from "../agents/agent-command.ts";

export default class ClaudeInitConfig extends AgentCommand {
  static override summary = configSummary("claude");
  static override description =
    "settings.json and CLAUDE.md. Files that are there are left as they are, each with a message; the credentials are always replaced by --auth, from CLAUDE_CONFIG_DIR or ~/.claude.";
  static override examples = [
    "<%= config.bin %> claude-init-config",
    "<%= config.bin %> claude-init-config --auth",
  ];
  static override args = agentArguments;
  static override flags = agentConfigFlags;

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(ClaudeInitConfig);
    return await this.initConfig("claude", args.path, flags);
  }
}
