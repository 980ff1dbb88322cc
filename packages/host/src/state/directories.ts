import { isAbsolute, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where agent-sandbox keeps what outlives a run: `$XDG_STATE_HOME/agent-sandbox` or its default. */
export function resolveStateDir(env: Environment, home: string): string {
  return join(baseDirectory(env["XDG_STATE_HOME"], join(home, ".local", "state")), "agent-sandbox");
}

/** Where the user's own config is: `$XDG_CONFIG_HOME/agent-sandbox` or its default. */
export function resolveConfigDir(env: Environment, home: string): string {
  return join(baseDirectory(env["XDG_CONFIG_HOME"], join(home, ".config")), "agent-sandbox");
}

/** Where agent-sandbox keeps what can be made again: `$XDG_CACHE_HOME/agent-sandbox` or its default. */
export function resolveCacheDir(env: Environment, home: string): string {
  return join(baseDirectory(env["XDG_CACHE_HOME"], join(home, ".cache")), "agent-sandbox");
}

/** XDG Base Directory Specification: an empty or relative value counts as none. */
function baseDirectory(value: string | undefined, fallback: string): string {
  return value !== undefined && isAbsolute(value) ? value : fallback;
}
