import { createHash } from "node:crypto";

import { POLICY_FILE, policyFile } from "@agent-sandbox/agent-hook";
import { isInside, type SandboxPlan, type ShownMount } from "@agent-sandbox/core";
import { policyPath } from "@agent-sandbox/host";
import { type PolicyLayer, resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";

/** The home of the sandbox's user. */
const HOME = "/home/node";

/**
 * The plan with the policy in it that the agents' hook judges by, as a read-only file. Its name says
 * all that its text follows from, so that another policy makes another sandbox; `sandboxPolicy` gives
 * the text, and nobody needs that where a sandbox runs already.
 */
export function withPolicyFile(
  plan: SandboxPlan,
  policy: ResolvedPolicy,
  stateDir: string,
): SandboxPlan {
  const { workdir, mounts, network, agent } = plan;
  const paths = mounts.map(({ target, mode }) => [target, mode]);
  const origin = [policyFile(policy, agent?.name), workdir, paths, network.mirrorHosts];
  const fingerprint = createHash("sha256").update(JSON.stringify(origin)).digest("hex");
  const mount: ShownMount = {
    source: policyPath(stateDir, fingerprint.slice(0, 32)),
    target: POLICY_FILE,
    mode: "ro",
  };
  const all = [...mounts, mount].toSorted((a, b) => (a.target < b.target ? -1 : 1));
  return { ...plan, mounts: all };
}

/**
 * The policy with the sandbox's own paths, which are other ones than the host's, and with what its plan
 * opens besides: what is mounted, its user's home, and the hosts of the user's npm registries.
 */
export function sandboxPolicy(layers: readonly PolicyLayer[], plan: SandboxPlan): ResolvedPolicy {
  const { workdir, mounts, network } = plan;
  const beside = mounts.filter(({ target }) => !isInside(workdir, target));
  const targets = (wanted: ShownMount["mode"]) =>
    beside.filter(({ mode }) => mode === wanted).map(({ target }) => target);
  const [readable, mirrors] = [targets("ro"), network.mirrorHosts];
  const opened: PolicyLayer = {
    source: { layer: "defaults", section: "sandbox" },
    policy: {
      // An empty list would take away what was open before.
      filesystem: { ...(readable.length > 0 && { ro: readable }), rw: [HOME, ...targets("rw")] },
      ...(mirrors.length > 0 && { network: { domains: [...mirrors] } }),
    },
  };
  // No mount can be written then; said here as well, it is told before it is tried.
  const kept: readonly PolicyLayer[] =
    plan.agent?.readOnly === true
      ? [{ source: { layer: "flags" }, policy: { filesystem: { ro: ["."] } } }]
      : [];
  return resolvePolicy([opened, ...layers, ...kept], {
    ...{ engine: "docker", workspace: workdir, home: HOME, temp: "/tmp" },
  });
}
