import type { Surroundings } from "./surroundings.ts";

/** Those that are set. */
export function variablesOf(
  env: Surroundings["env"],
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}
