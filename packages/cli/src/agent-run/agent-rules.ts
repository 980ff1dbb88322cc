import { parseLayer } from "@agent-sandbox/host";
import type { AgentFile } from "@agent-sandbox/host/agents";
import { mayCall, type PolicyLayer, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { NamedAgent } from "../prepare-plan.ts";

/** What changes files without a shell: Claude Code's tools, and Codex's. */
const WRITING = ["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch"];

/** The policy of a workspace by its layers. */
type Resolve = (layers: readonly PolicyLayer[]) => ResolvedPolicy;

export interface RuledAgent {
  readonly named: NamedAgent;
  /** What holds for it. */
  readonly policy: ResolvedPolicy;
}

/**
 * Pure: a named agent with what its file says of tools, unless the policy has it that nobody enforces that.
 * Where it is left with nothing to write by, its files are read-only. Fails with CONFIG_INVALID for a rule
 * that is none.
 */
export function ruledAgent(
  name: string,
  agent: Pick<AgentFile, "file" | "tools" | "disallowedTools">,
  { layers, resolve }: { readonly layers: readonly PolicyLayer[]; readonly resolve: Resolve },
): RuledAgent {
  const { file, tools: allow, disallowedTools: deny } = agent;
  const enforced = resolve(layers).tools.enforceAgentPermissions.value;
  const tools = { ...(allow !== undefined && { allow }), deny };
  const own = enforced ? [parseLayer({ tools }, { layer: "flags", file })] : [];
  const policy = resolve([...layers, ...own]);
  const readOnly = enforced && !WRITING.some((tool) => mayCall(policy.tools, tool));
  return { named: { name, readOnly, layers: own, file }, policy };
}

/** Whoever asks for a sandbox gets one, whatever a file says. */
export const SANDBOXED: PolicyLayer = { source: { layer: "flags" }, policy: { enabled: true } };
