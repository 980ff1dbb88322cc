import { resolve } from "node:path";

import { DockerEngine } from "@agent-sandbox/engine-docker";

import { prepareWorkspace } from "../prepare-workspace.ts";
import { recordPlaceOf } from "../record-place.ts";
import { variablesOf } from "../variables-of.ts";
import type { OpeningHere } from "./opening.ts";
import { RecordedSandbox } from "./recorded-sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

/** Opens the workspace's container, or joins the one that runs by this policy; it is kept when all is done. */
export async function openDocker({
  layer,
  workspace,
  configFile,
  trust,
  surroundings,
  signal,
}: OpeningHere): Promise<Sandbox> {
  const request = { path: resolve(workspace), given: layer, configFile, trust };
  const { plan, ports, policy } = await prepareWorkspace(request, surroundings, signal);
  return new RecordedSandbox({
    engine: "docker",
    sandbox: await new DockerEngine(ports).open(plan, signal),
    workspace: plan.workspace.path,
    place: recordPlaceOf(policy, surroundings),
    environment: variablesOf(surroundings.env, plan.allowedVariables),
  });
}
