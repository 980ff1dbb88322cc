import { agentArguments, AgentCommand, logoutSummary } from "../agents/agent-command.ts";

export default class CodexLogout extends AgentCommand {
  static override summary = logoutSummary("codex");
  static override description =
    "Tokens that were issued stay valid on the server until they end there.";
  static override examples = ["<%= config.bin %> codex-logout"];
  static override args = agentArguments;

  async run(): Promise<unknown> {
    const { args } = await this.parse(CodexLogout);
    return await this.logOut("codex", args.path);
  }
}
