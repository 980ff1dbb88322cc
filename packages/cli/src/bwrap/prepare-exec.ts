import { type BwrapPlan, planBwrap } from "@agent-sandbox/core";
import { readBwrapFacts, readWorkspace } from "@agent-sandbox/host";
import type { PolicyLayer, ResolvedPolicy } from "@agent-sandbox/policy";

import { loadFileLayers } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";
import { untrustedConfig } from "../trust/check-trust.ts";
import { withProtectedConfig } from "../with-protected.ts";
import { bwrapPolicy } from "./bwrap-policy.ts";
import { ownProgram } from "./own-program.ts";
import { shimsOf } from "./shims-of.ts";

export interface ExecRequest {
  /** The directory that is worked in; absolute. */
  readonly path: string;
  readonly configFile: string | undefined;
  /** In the place of the project's configuration. */
  readonly given?: PolicyLayer | undefined;
  /** What the flags say of the policy. */
  readonly flags: readonly PolicyLayer[];
  readonly argv: readonly [string, ...string[]];
  readonly trust: boolean;
  readonly isDebug: boolean;
}

export interface PreparedExec {
  readonly plan: BwrapPlan;
  readonly policy: ResolvedPolicy;
  readonly layers: readonly PolicyLayer[];
}

/** Of a sandbox that is open for several commands none is known. */
type PrepareRequest = Omit<ExecRequest, "argv" | "isDebug"> & Partial<Pick<ExecRequest, "argv">>;

/** Layers, policy, facts, plan; trust comes last: nobody is asked about what cannot be opened anyway. */
export async function prepareExec(
  { path, configFile, given, flags, trust, argv }: PrepareRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<PreparedExec> {
  const workspace = readWorkspace(path);
  const files = await loadFileLayers({ path: workspace.path, configFile, given }, surroundings);
  const layers = [...files, ...(given ? [given] : []), ...flags];
  const named = bwrapPolicy(layers, workspace.path, surroundings);
  const policy = withProtectedConfig(named, workspace.path, configFile);
  const facts = readBwrapFacts(workspace, policy, surroundings);
  const shims = shimsOf(policy, surroundings, facts.depth);
  const caller = surroundings.env;
  const plan = planBwrap({ policy, facts, shims, program: ownProgram(), argv, caller });
  const request = { path: workspace.path, layers: files, configFile, trust };
  // Inside of another sandbox nothing can be opened that is not open already.
  const config = plan.depth > 1 ? undefined : untrustedConfig(request, surroundings);
  if (config !== undefined) {
    const { settleTrust } = await import("../trust/settle-trust.ts");
    await settleTrust([config], request, { surroundings, signal });
  }
  return { plan, policy, layers };
}
