import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { SandboxError } from "@agent-sandbox/core";

import { packageRoot } from "../assets.ts";

const run = promisify(execFile);

/** What `agent-sandbox list` says of a workspace: its own modules are not the server's. */
export async function listSandboxes(path: string): Promise<Readonly<Record<string, unknown>>> {
  const program = join(packageRoot(import.meta.dirname), "bin", "run.js");
  const words = [program, "list", path, "--quick", "--json"];
  const { stdout } = await run(process.execPath, words, { timeout: 60_000 }).catch(cannotList);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

function cannotList(cause: unknown): never {
  const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
  throw new SandboxError("SANDBOX_FAILED", `Cannot list sandboxes: ${said}`, { cause });
}
