import { findContainers, type StopRequest } from "@agent-sandbox/engine-docker";

import { printableLine } from "./printable.ts";
import type { EnginePorts } from "./engine-ports.ts";

/** What is said where nothing ran that was to be stopped, and what does. */
export async function nothingStopped(
  { workspaceHash: hash, only }: StopRequest,
  { docker }: EnginePorts,
): Promise<string> {
  if (only === undefined) return "No sandbox runs here";
  if (only !== "bind") return printableLine(`No sandbox of "${only.branch}" runs here`);
  const found = await findContainers(docker, { hash, mode: "branch" });
  const branches = found.filter(({ alive }) => alive).flatMap(({ branch }) => branch ?? []);
  if (branches.length === 0) return "No sandbox runs here";
  const names = printableLine(branches.sort().join(", "));
  return `No sandbox runs here but those of branches (${names}): see "--branch NAME" and "--all"`;
}
