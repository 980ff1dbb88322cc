import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a user's own configuration below a folder, for tests with a state of their own: what it says
 * needs nobody's acceptance. Returns the variable that leads to it.
 */
export function userConfig(
  directory: string,
  config: unknown,
): { readonly XDG_CONFIG_HOME: string } {
  const own = join(directory, "agent-sandbox");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "config.json"), JSON.stringify(config));
  return { XDG_CONFIG_HOME: directory };
}
