import { lstatSync } from "node:fs";
import { SandboxError } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";

/** What stands at a path of a config, links not followed. Fails with CONFIG_INVALID. */
export function kindOf(path: string): "directory" | "link" | "other" | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (stats.isDirectory()) return "directory";
    return stats.isSymbolicLink() ? "link" : "other";
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return undefined;
    throw new SandboxError("CONFIG_INVALID", `Cannot read "${path}": permission denied`, {
      hint: `See who may read it: ls -ld "${path}"`,
      cause: error,
    });
  }
}
