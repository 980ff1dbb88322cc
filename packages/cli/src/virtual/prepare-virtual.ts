import { checkVirtualSupported } from "@agent-sandbox/core";
import { readWorkspace } from "@agent-sandbox/host";
import { resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";

import { linksTo, loadFileLayers } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";
import { untrustedConfig } from "../trust/check-trust.ts";
import { withProtectedConfig } from "../with-protected.ts";
import type { SandboxRequest } from "./sandbox-request.ts";
import { virtualLayer } from "./virtual-layer.ts";

export interface PreparedVirtual {
  readonly policy: ResolvedPolicy;
  /** The same of the host's own files: its temporary directory is not the sandbox's. */
  readonly hostPolicy: ResolvedPolicy;
  /** By their real paths. */
  readonly copied: readonly string[];
  readonly viewed: readonly string[];
}

/** Layers and policy; trust comes last: nobody is asked about what cannot be opened anyway. */
export async function prepareVirtual(
  { path, configFile, trust, ...request }: SandboxRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<PreparedVirtual> {
  const workspace = readWorkspace(path).path;
  const copied = request.imports.map((one) => readWorkspace(one).path);
  const viewed = request.views.map((one) => readWorkspace(one).path);
  const layers = await loadFileLayers({ path: workspace, configFile }, surroundings);
  const flags = virtualLayer({ ...request, copied, viewed }, workspace);
  const { home } = surroundings;
  const policyWith = (temp: string) =>
    resolvePolicy([...layers, ...flags], {
      ...{ engine: "virtual", workspace, home, temp, links: linksTo(home) },
    });
  const policy = withProtectedConfig(policyWith("/tmp"), workspace, configFile);
  checkVirtualSupported(policy);
  const asked = { path: workspace, layers, configFile, trust };
  const config = untrustedConfig(asked, surroundings);
  if (config !== undefined) {
    const { settleTrust } = await import("../trust/settle-trust.ts");
    await settleTrust([config], asked, { surroundings, signal });
  }
  return { policy, hostPolicy: policyWith(workspace), copied, viewed };
}
