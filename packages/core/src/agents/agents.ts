/** The agents that the image has, and that a workspace keeps a volume for. */
export const AGENTS = ["claude", "codex"] as const;

export type AgentName = (typeof AGENTS)[number];

/**
 * The files of an agent's volume that are credentials. The first is what the agent signs in with;
 * the second need not be there.
 */
export const CREDENTIAL_FILES = {
  claude: [".credentials.json"],
  codex: ["auth.json", "profile.json"],
} as const satisfies Record<AgentName, readonly string[]>;
