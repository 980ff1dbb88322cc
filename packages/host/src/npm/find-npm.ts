import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Environment } from "../state/directories.ts";

/** The real path of the `npm` that PATH gives, or undefined. */
export function findNpm(env: Environment): string | undefined {
  // A relative entry would find what the workspace puts there.
  const directories = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const npm = directories.map((directory) => join(directory, "npm")).find(isExecutable);
  return npm && realpathSync.native(npm);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
