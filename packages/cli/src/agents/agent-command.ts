import type { AgentName } from "@agent-sandbox/core";
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand } from "../sandbox-command.ts";
import { AGENTS } from "./agent.ts";
import { initAgentConfig } from "./init-agent-config.ts";
import { logOutAgent } from "./log-out-agent.ts";
import { showAgentFiles, showLogout } from "./show-agent-files.ts";

/** Whose configuration is meant. */
export const agentArguments = {
  path: Args.string({
    description:
      "a repository: its owner's configuration is meant, or its own with agents.isolation; elsewhere yours is",
    default: ".",
    ignoreStdin: true,
  }),
};

export const agentConfigFlags = {
  auth: Flags.boolean({
    description: "copy your own credentials from this machine, in place of those that are there",
    default: false,
  }),
  force: Flags.boolean({
    char: "f",
    description: "also write files that are there: settings of yours that mean other things stay",
    default: false,
  }),
};

interface ConfigFlags {
  readonly auth: boolean;
  readonly force: boolean;
}

/** Where a person ends a login for good. */
const SESSIONS = {
  claude: "claude.ai, or at platform.claude.com for an API key",
  codex: "chatgpt.com, or at platform.openai.com for an API key",
} as const satisfies Record<AgentName, string>;

/** What the commands for both agents share. */
export abstract class AgentCommand extends SandboxCommand {
  protected async initConfig(agent: AgentName, path: string, flags: ConfigFlags): Promise<unknown> {
    using interrupts = listenForInterrupts();
    const request = { agent, path, ...flags };
    const report = await initAgentConfig(request, this.surroundings(), interrupts.signal);
    this.log(showAgentFiles(report));
    return report;
  }

  protected async logOut(agent: AgentName, path: string): Promise<unknown> {
    using interrupts = listenForInterrupts();
    const report = await logOutAgent({ agent, path }, this.surroundings(), interrupts.signal);
    this.log(showLogout(report, SESSIONS[agent]));
    return report;
  }
}

export function configSummary(agent: AgentName): string {
  return `Write ${AGENTS[agent].title}'s configuration for sandboxes into its volume`;
}

export function logoutSummary(agent: AgentName): string {
  return `Remove ${AGENTS[agent].title}'s credentials from its volume`;
}
