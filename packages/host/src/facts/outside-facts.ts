import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type OutsideFact, SandboxError } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";

/** What stands at a path, with all links followed. Fails with WORKSPACE_INVALID where it cannot be looked at. */
export function readOutside(path: string): OutsideFact {
  try {
    const real = realpathSync.native(path);
    const stats = statSync(real);
    if (stats.isDirectory()) return { real, kind: "directory" };
    return { real, kind: stats.isFile() ? "file" : "other" };
  } catch (cause) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(errnoOf(cause) ?? "")) {
      return { real: path, kind: "absent" };
    }
    throw new SandboxError("WORKSPACE_INVALID", `Cannot look at "${path}": permission denied`, {
      hint: `See who may enter it: ls -ld "${path}/.."`,
      cause,
    });
  }
}

/** The real path, or the path itself where nothing is. */
export function realOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** The real path of what will be there: that of the deepest directory that is, and what is below it. */
export function realAsFar(path: string): string {
  const above = dirname(path);
  try {
    return realpathSync.native(path);
  } catch {
    return above === path ? path : join(realAsFar(above), basename(path));
  }
}
