import { agentArguments, AgentCommand, logoutSummary } from "../agents/agent-command.ts";

export default class ClaudeLogout extends AgentCommand {
  static override summary = logoutSummary("claude");
  static override description =
    "Tokens that were issued stay valid on the server until they end there.";
  static override examples = ["<%= config.bin %> claude-logout"];
  static override args = agentArguments;

  async run(): Promise<unknown> {
    const { args } = await this.parse(ClaudeLogout);
    return await this.logOut("claude", args.path);
  }
}
