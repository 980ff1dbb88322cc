import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

import { SandboxError } from "@agent-sandbox/core";

/**
 * Where a program of the host is. What the PATH says of the current directory does not count: that is the
 * repository's. Fails with PROGRAM_MISSING.
 */
export function findProgram(name: string, path: string | undefined): string {
  const folders = (path ?? "").split(delimiter).filter(isAbsolute);
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found !== undefined) return found;
  throw new SandboxError("PROGRAM_MISSING", `Cannot run "${name}": it is not on the PATH`, {
    hint: `Install it on this machine, or leave the sandbox on: its image has "${name}"`,
  });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
