import { join } from "node:path";

/** Where the placeholders of one workspace are remembered. */
export function recordFile(stateDir: string, workspaceHash: string): string {
  return join(stateDir, "placeholders", `${workspaceHash}.json`);
}
