import { resolve } from "node:path";

import { BwrapEngine } from "@agent-sandbox/engine-bwrap";
import { createPlaceholders, hashOfWorkspacePath, resolveStateDir } from "@agent-sandbox/host";

import { diagnose } from "../bwrap/diagnose.ts";
import { prepareExec } from "../bwrap/prepare-exec.ts";
import { recordPlaceOf } from "../record-place.ts";
import { variablesOf } from "../variables-of.ts";
import { OpenRuns } from "./open-runs.ts";
import type { OpeningHere } from "./opening.ts";
import { RecordedSandbox } from "./recorded-sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

/** Opens a sandbox on this machine itself: planned and mounted once, and all but the files a command's own. */
export async function openBwrap({
  layer,
  workspace,
  configFile,
  trust = false,
  isForMany = true,
  surroundings,
  signal,
}: OpeningHere): Promise<Sandbox> {
  const { env, home } = surroundings;
  const request = { path: resolve(workspace), given: layer, flags: [], configFile, trust };
  const prepared = await prepareExec(request, surroundings, signal);
  const { plan, policy } = prepared;
  const runs = new OpenRuns();
  const engine = new BwrapEngine({
    path: env["PATH"],
    placeholders: createPlaceholders(resolveStateDir(env, home)),
    keyOf: hashOfWorkspacePath,
    isForMany,
    openEgress: async () => {
      const { openEgress } = await import("../bwrap/open-egress.ts");
      const ports = { surroundings, signal, audit: () => runs.last };
      const egress = await openEgress(prepared, ports);
      runs.settle = egress.settle;
      return egress;
    },
    diagnose: (aborted) => diagnose(surroundings, aborted),
  });
  return new RecordedSandbox({
    engine: "bwrap",
    sandbox: await engine.open(plan, signal),
    workspace: plan.workspace.path,
    place: recordPlaceOf(policy, surroundings),
    environment: variablesOf(env, plan.allowedVariables),
    runs,
  });
}
