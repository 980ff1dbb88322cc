import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

import { isInside, SandboxError } from "@agent-sandbox/core";

/**
 * Where a program of the host is. What lies in the workspace does not count, though npx and direnv put
 * its folders in front of the PATH: it is the repository's. Fails with PROGRAM_MISSING.
 */
export function findProgram(
  name: string,
  { path, workspace }: { readonly path: string | undefined; readonly workspace: string },
): string {
  const folders = (path ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isInside(workspace, realOf(folder)));
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found !== undefined) return found;
  throw new SandboxError("PROGRAM_MISSING", `Cannot run "${name}": it is not on the PATH`, {
    hint: `Install it on this machine, or leave the sandbox on: its image has "${name}"`,
  });
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
