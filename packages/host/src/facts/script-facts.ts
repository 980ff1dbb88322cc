import { realpathSync, statSync } from "node:fs";
import type { ScriptFact } from "@agent-sandbox/core";

/** What a script that is to run in place of a program is. */
export function readScript(path: string): ScriptFact {
  try {
    if (realpathSync.native(path) !== path) return "link";
    const stats = statSync(path);
    if (!stats.isFile()) return "other";
    return (stats.mode & 0o111) === 0 ? "not-executable" : "program";
  } catch {
    return "absent";
  }
}
