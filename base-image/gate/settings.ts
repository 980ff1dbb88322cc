export interface GateSettings {
  /** The host's workspace as it is seen in here: `/workspace/<name>`. */
  readonly repository: string;
  /** The git directory that its worktrees share, absolute. */
  readonly commonDirectory: string;
  /** The directory of the host's hooks, absolute; empty: it has none. */
  readonly hooksPath: string;
  /** The largest pack that one push may carry, in bytes. */
  readonly pushLimit: number;
  /** How long nobody may say anything, in seconds. */
  readonly silence: number;
}

const GIBIBYTE = 1024 ** 3;

/** Throws a sentence that names the variable which is not what it should be. */
export function readSettings(environment: Readonly<NodeJS.ProcessEnv>): GateSettings {
  return {
    repository: path(environment, "AGENT_SANDBOX_REPOSITORY"),
    commonDirectory: path(environment, "AGENT_SANDBOX_GIT_DIR"),
    hooksPath: environment["AGENT_SANDBOX_HOOKS_PATH"]
      ? path(environment, "AGENT_SANDBOX_HOOKS_PATH")
      : "",
    pushLimit: amount(environment, "AGENT_SANDBOX_PUSH_LIMIT", GIBIBYTE),
    silence: amount(environment, "AGENT_SANDBOX_PUSH_SILENCE", 300),
  };
}

function path(environment: Readonly<NodeJS.ProcessEnv>, name: string): string {
  const value = environment[name] ?? "";
  if (!value.startsWith("/")) throw new Error(`${name} is "${value}", not an absolute path`);
  return value;
}

function amount(environment: Readonly<NodeJS.ProcessEnv>, name: string, otherwise: number): number {
  const value = environment[name] ?? "";
  if (value === "") return otherwise;
  if (!/^[1-9]\d{0,14}$/.test(value))
    throw new Error(`${name} is "${value}", not a positive number`);
  return Number(value);
}
