import { join } from "node:path";

import type { Environment } from "../state/directories.ts";
import { readJsonFile } from "../state/json-file.ts";

/**
 * The context that the docker client uses (docker-context(1)); undefined where it uses none, and
 * talks to the daemon that `DOCKER_HOST` or its default names.
 */
export function readDockerContext(env: Environment, home: string): string | undefined {
  if (env["DOCKER_HOST"]) return undefined;
  const file = join(env["DOCKER_CONFIG"] ?? join(home, ".docker"), "config.json");
  const context = env["DOCKER_CONTEXT"] ?? currentContext(readJsonFile(file));
  return context === "" || context === "default" ? undefined : context;
}

function currentContext(config: unknown): string | undefined {
  if (typeof config !== "object" || config === null || !("currentContext" in config)) return;
  return typeof config.currentContext === "string" ? config.currentContext : undefined;
}
