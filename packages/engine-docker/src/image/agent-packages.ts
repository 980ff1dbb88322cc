import type { AgentName } from "@agent-sandbox/core";

/** The npm packages that the base image has the agents from. */
export const AGENT_PACKAGES = {
  claude: "@anthropic-ai/claude-code",
  codex: "@openai/codex",
} as const satisfies Record<AgentName, string>;
