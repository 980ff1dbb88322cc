import { createHash } from "node:crypto";

import { cli, type CliResult } from "./cli.ts";
import { docker, type Workspace } from "./workspace.ts";

/** Runs a script in the sandbox of a branch. */
export async function inBranch(
  { path }: Workspace,
  branch: string,
  script: string,
): Promise<CliResult> {
  return await cli(["run", path, "--branch", branch, "--no-fetch", "--", "sh", "-ec", script]);
}

/** Runs a script in the sandbox of bind mode. */
export async function inBind({ path }: Workspace, script: string): Promise<CliResult> {
  return await cli(["run", path, "--", "sh", "-ec", script]);
}

/** A script that succeeds when `path` cannot be written, nor anything be made in it. */
export function isReadOnly(path: string): string {
  return `! touch '${path}/made' 2> /dev/null && ! touch '${path}' 2> /dev/null`;
}

/** The label that what belongs to a workspace's branches carries: `job` is a session, `gate` its gate. */
export function labelOf({ path }: Workspace, kind: "gate" | "hash" | "job"): string {
  return `agent-sandbox.${kind}=${createHash("md5").update(path).digest("hex")}`;
}

/** The ids of a workspace's containers of one kind, ended ones too. */
export function containersOf(
  workspace: Workspace,
  kind: "gate" | "hash" | "job",
): readonly string[] {
  return docker(["ps", "--all", "--quiet", "--filter", `label=${labelOf(workspace, kind)}`]);
}
