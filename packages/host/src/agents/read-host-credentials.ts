import { join } from "node:path";

import {
  type AgentName,
  checkCredentials,
  CREDENTIAL_FILES,
  SandboxError,
  SIGN_IN,
} from "@agent-sandbox/core";

import { readText } from "../config/read-text.ts";
import type { Environment } from "../state/directories.ts";

export interface HostSources {
  readonly env: Environment;
  readonly home: string;
}

/** What is copied into an agent's volume, by the name of the file there. */
export type HostCredentials = ReadonlyMap<string, string>;

/** What names the directory in each agent's own environment, and where it is without that. */
const DIRECTORY = {
  claude: { variable: "CLAUDE_CONFIG_DIR", below: ".claude" },
  codex: { variable: "CODEX_HOME", below: ".codex" },
} as const;

/**
 * The user's own credentials of an agent, as text that has been checked: nothing of them is run, and
 * links are followed, as the agent itself would. Fails with CONFIG_INVALID where there are none, or
 * where a file is not what the agent reads.
 */
export function readHostCredentials(agent: AgentName, { env, home }: HostSources): HostCredentials {
  const { variable, below } = DIRECTORY[agent];
  const named = env[variable];
  const directory = named === undefined || named === "" ? join(home, below) : named;
  const read = CREDENTIAL_FILES[agent].flatMap((name) => {
    const from = join(directory, name);
    const text = readText(from, { links: "follow" });
    return text === undefined
      ? []
      : [[name, checkCredentials({ agent, name, text, from })] as const];
  });
  const [first] = CREDENTIAL_FILES[agent];
  if (read.some(([name]) => name === first)) return new Map(read);
  throw new SandboxError(
    "CONFIG_INVALID",
    `Cannot copy credentials: there is no "${join(directory, first)}"`,
    {
      hint: `Sign in on this machine first (${SIGN_IN[agent]}); where a keyring holds the login, sign in inside of the sandbox`,
    },
  );
}
