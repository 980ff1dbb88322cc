import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openVirtual } from "../../src/index.ts";

export interface Answer {
  readonly stdout: string;
  readonly exitCode: number | null;
}

const environment = { HOME: "/root", TZ: "UTC", LC_ALL: "C.UTF-8" };
const PATH = "/usr/local/bin:/usr/bin:/bin";

/** What the machine's bash says to a script, in an empty directory. */
export function askBash(script: string): Answer {
  const cwd = mkdtempSync(join(tmpdir(), "virtual-"));
  try {
    const env = { ...environment, PATH };
    const args = ["--norc", "-c", script];
    const { status, stdout } = spawnSync("bash", args, { cwd, env, encoding: "utf8", input: "" });
    return { stdout: stdout.replaceAll(cwd, "/work"), exitCode: status };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** What a fresh sandbox says to it. */
export async function askVirtual(script: string): Promise<Answer & { readonly stderr: string }> {
  using sandbox = openVirtual({ workingDirectory: "/work", environment: { ...environment, PATH } });
  return await sandbox.execute(script);
}
