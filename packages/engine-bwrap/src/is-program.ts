import { accessSync, constants, statSync } from "node:fs";

/** What this user may not look into holds nothing for them. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether this user may run it. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}
