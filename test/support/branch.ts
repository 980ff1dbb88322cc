import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { hostname } from "node:os";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import { cli, type CliOptions, type CliResult } from "./cli.ts";
import { docker, type Workspace } from "./workspace.ts";

/** Runs a script in the sandbox of a branch; one that is new is made without fetching origin. */
export async function inBranch(
  { path }: Workspace,
  branch: string,
  script: string,
): Promise<CliResult> {
  const flags = ["--branch", branch, "--no-fetch"];
  return await cli(["run", path, ...flags, "--", "sh", "-ec", script]);
}

/** Runs a script in the sandbox of bind mode. */
export async function inBind({ path }: Workspace, script: string): Promise<CliResult> {
  return await cli(["run", path, "--", "sh", "-ec", script]);
}

/** A script that says of each path, a file or a directory, whether it can be written. */
export function probe(paths: readonly string[]): string {
  const list = paths.map((path) => `'${path}'`).join(" ");
  return `for path in ${list}; do
    target=$path; if [ -d "$path" ]; then target=$path/probe; fi
    if (: >> "$target") 2> /dev/null; then echo "rw $path"; else echo "ro $path"; fi
    if [ -d "$path" ]; then rm -f "$target" 2> /dev/null || true; fi
  done`;
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

/**
 * Counts, while `work` goes on, how many containers with each label are created. Of sessions only those
 * count that the processes handed to `onStart` made: another test's `list` looks into every repo shelf.
 */
export async function countCreated(
  labels: readonly string[],
  work: (onStart: NonNullable<CliOptions["onStart"]>) => Promise<unknown>,
): Promise<readonly number[]> {
  // Listened to as they come: asked afterwards, the daemon has forgotten all but the last ones.
  const names = ["agent-sandbox.owner", ...labels.map((label) => label.split("=")[0] ?? "")];
  const format = names.map((name) => `{{index .Actor.Attributes "${name}"}}`);
  const filters = ["--filter", "type=container", "--filter", "event=create"];
  const child = spawn("docker", ["events", ...filters, "--format", format.join(",")]);
  const said = text(child.stdout);
  const owners = new Set([""]);
  await sleep(500);
  await work((_, pid) => owners.add(`${pid.toString()}@${hostname()}`));
  await sleep(500);
  child.kill();
  await once(child, "close");
  const lines = (await said).split("\n").map((line) => line.split(","));
  const own = lines.filter(([owner = ""]) => owners.has(owner));
  return labels.map(
    (label, index) => own.filter((line) => line[index + 1] === label.split("=")[1]).length,
  );
}
