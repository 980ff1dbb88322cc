import { type BwrapPlan, planBwrap, relativeInside } from "@agent-sandbox/core";
import { loadLayers, readBwrapFacts, readWorkspace } from "@agent-sandbox/host";
import type { PolicyLayer, ResolvedPolicy } from "@agent-sandbox/policy";
import { realpathSync } from "node:fs";

import type { Surroundings } from "../surroundings.ts";
import { untrustedConfig } from "../trust/check-trust.ts";
import { bwrapPolicy } from "./bwrap-policy.ts";
import { ownProgram } from "./own-program.ts";
import { shimsOf } from "./shims-of.ts";

export interface ExecRequest {
  /** The directory that is worked in; absolute. */
  readonly path: string;
  readonly configFile: string | undefined;
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

/** Layers, policy, facts, plan; trust comes last: nobody is asked about what cannot be opened anyway. */
export async function prepareExec(
  { path, configFile, flags, trust }: Omit<ExecRequest, "argv" | "isDebug">,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<PreparedExec> {
  const workspace = readWorkspace(path);
  const files = await loadLayers({ workspace: workspace.path, configFile, ...surroundings });
  const layers = [...files, ...flags];
  const named = bwrapPolicy(layers, workspace.path, surroundings);
  const policy = withProtectedConfig(named, workspace.path, configFile);
  const facts = readBwrapFacts(workspace, policy, surroundings);
  const shims = shimsOf(policy, surroundings, facts.depth);
  const caller = surroundings.env;
  const plan = planBwrap({ policy, facts, shims, program: ownProgram(), caller });
  const request = { path: workspace.path, layers: files, configFile, trust };
  // Inside of another sandbox nothing can be opened that is not open already.
  const config = plan.depth > 1 ? undefined : untrustedConfig(request, surroundings);
  if (config !== undefined) {
    const { settleTrust } = await import("../trust/settle-trust.ts");
    await settleTrust([config], request, { surroundings, signal });
  }
  return { plan, policy, layers };
}

/** Whoever wrote the configuration chooses what the next sandbox may do: not the agent. */
function withProtectedConfig(
  policy: ResolvedPolicy,
  workspace: string,
  configFile: string | undefined,
): ResolvedPolicy {
  const path =
    configFile === undefined ? undefined : relativeInside(workspace, realpathSync(configFile));
  if (path === undefined) return policy;
  const source = { layer: "flags", file: undefined, key: "--config", line: undefined } as const;
  const own = { value: { path, kind: "file" }, source } as const;
  const { filesystem } = policy;
  return { ...policy, filesystem: { ...filesystem, protected: [...filesystem.protected, own] } };
}
