import { dirname, join } from "node:path";
import type { Environment } from "../state/directories.ts";
import { readNpmrc } from "./npmrc.ts";

export interface NpmUser {
  readonly env: Environment;
  readonly home: string;
  /** The real path of the `npm` on PATH, or undefined where there is none. */
  readonly npm: string | undefined;
}

/**
 * The user's own npm settings in npm's order (npm-config(7)): environment, user file, global file.
 * The workspace's `.npmrc` is left out, or a repository could open the network for itself.
 */
export function readNpmSettings(user: NpmUser): ReadonlyMap<string, string> {
  const environment = environmentSettings(user.env);
  const userFile = environment.get("userconfig") ?? join(user.home, ".npmrc");
  const own = readNpmrc(userFile, user.env);
  const globalFile = globalConfig(new Map([...own, ...environment]), user);
  const shared = globalFile === undefined ? [] : readNpmrc(globalFile, user.env);
  return new Map([...shared, ...own, ...environment]);
}

/** `npm_config_registry` and the like, in any case. */
function environmentSettings(env: Environment): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(env).flatMap(([name, value]) => {
      const [, key] = /^npm_config_(.+)$/i.exec(name) ?? [];
      // npm takes an empty variable for none.
      return key === undefined || !value ? [] : [[key.toLowerCase(), value] as const];
    }),
  );
}

function globalConfig(settings: ReadonlyMap<string, string>, { npm }: NpmUser): string | undefined {
  const named = settings.get("globalconfig");
  if (named !== undefined) return named;
  // <prefix>/lib/node_modules/npm/bin/npm-cli.js, where npm is where npm itself puts it.
  const prefix = settings.get("prefix") ?? (npm && join(dirname(npm), "../../../.."));
  return prefix && join(prefix, "etc", "npmrc");
}
