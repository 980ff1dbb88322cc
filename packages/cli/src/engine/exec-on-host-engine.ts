import { dirname } from "node:path";

import { type ExitStatus, relativeInside, SandboxError } from "@agent-sandbox/core";
import { parseLayer, readWorkspace } from "@agent-sandbox/host";
import type { PolicyLayer } from "@agent-sandbox/policy";

import { execOnThisMachine } from "../bwrap/exec-on-this-machine.ts";
import type { ExecRequest } from "../exec-in-workspace.ts";
import type { NamedAgent } from "../prepare-plan.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * Runs a command of `run` in a sandbox on this machine itself. Fails with USAGE for what only containers
 * have.
 */
export async function execOnHostEngine(
  request: ExecRequest,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { path, argv, stdio, timeLimit, transcript, agent, configFile, trust, named } = request;
  checkBranch(request);
  const { path: workspace } = readWorkspace(path);
  const where = { path: workspace, configFile, trust: trust === true, isDebug: false };
  const flags = named === undefined ? [] : layersOf(named, workspace);
  const run = { ...where, flags, argv, stdio, timeLimit, transcript, agent };
  return await execOnThisMachine(run, surroundings);
}

/** What its own file says, and that it does not choose what it may do the next time, nor what others may. */
function layersOf(
  { layers, readOnly, file }: NamedAgent,
  workspace: string,
): readonly PolicyLayer[] {
  const own = relativeInside(workspace, dirname(file));
  const filesystem = {
    ...(readOnly && { ro: ["."] }),
    ...(own !== undefined && { protected: [`${own}/`] }),
  };
  return [...layers, parseLayer({ filesystem }, { layer: "flags" })];
}

function checkBranch({ branch, from, baseTag }: ExecRequest): void {
  const given = { "--branch": branch, "--from": from, "--base-tag": baseTag };
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (flag === undefined) return;
  throw new SandboxError("USAGE", `Cannot run by bwrap with "${flag}": it is for containers`, {
    hint: "Leave it out, or take --engine docker",
  });
}
