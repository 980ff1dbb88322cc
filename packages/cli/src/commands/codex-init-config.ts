import {
  agentArguments,
  AgentCommand,
  agentConfigFlags,
  configSummary,
} from "../agents/agent-command.ts";

export default class CodexInitConfig extends AgentCommand {
  static override summary = configSummary("codex");
  static override description =
    'config.toml, the profile "high" (codex --profile high) and AGENTS.md. Files that are there are left as they are, each with a message; auth.json is always replaced by --auth, from CODEX_HOME or ~/.codex.';
  static override examples = [
    "<%= config.bin %> codex-init-config",
    "<%= config.bin %> codex-init-config --auth",
  ];
  static override args = agentArguments;
  static override flags = agentConfigFlags;

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(CodexInitConfig);
    return await this.initConfig("codex", args.path, flags);
  }
}
