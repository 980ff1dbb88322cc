import { spawnSync } from "node:child_process";

import { CLI } from "./cli.ts";

/**
 * Accepts what the files of a test's own workspace ask for, by the command that people use. A
 * configuration that is not valid is for the test to see refused.
 */
export function trust(path: string, env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr } = spawnSync(process.execPath, [CLI, "trust", path], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  if (status !== 0 && !stderr.startsWith("Error: Cannot use")) {
    throw new Error(`agent-sandbox trust ${path}: ${stderr}`);
  }
}
