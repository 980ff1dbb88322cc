import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { expandPresets } from "../presets/expand-presets.ts";
import type { Policy } from "../schema/policy-schema.ts";
import { byRank } from "./by-rank.ts";
import { ENGINE } from "./engine-choice.ts";
import { every, type Key, lastOr } from "./gather.ts";
import { resolveAgents } from "./resolve-agents.ts";
import { resolveAudit } from "./resolve-audit.ts";
import { resolveCommands } from "./resolve-commands.ts";
import { resolveContainer } from "./resolve-container.ts";
import type { ResolveContext } from "./resolve-context.ts";
import { resolveEnvironment } from "./resolve-environment.ts";
import { resolveFilesystem } from "./resolve-filesystem.ts";
import { resolveNetwork } from "./resolve-network.ts";
import { resolveTools } from "./resolve-tools.ts";
import { resolveVirtual } from "./resolve-virtual.ts";
import type { ResolvedPolicy } from "./resolved-policy.ts";
import { withoutLocked } from "./without-locked.ts";

/**
 * All layers in one, for one engine and one workspace. The defaults and the presets are always there
 * and need not be given; the others rank by their name, whatever their order here. Single values: the
 * strongest layer that gives one wins. Lists add up, and an empty list takes away what weaker layers
 * granted; denials only ever add up.
 */
export function resolvePolicy(
  layers: readonly PolicyLayer[],
  context: ResolveContext,
): ResolvedPolicy {
  const given = withoutLocked(layers);
  const ranked = [
    { source: { layer: "defaults" }, policy: DEFAULTS } as const,
    ...expandPresets(byRank(given), context),
    ...given,
  ];
  const all = byRank(ranked);
  return {
    engine: context.engine,
    engineChoice: lastOr(all, ENGINE, DEFAULTS.engine),
    enabled: lastOr(all, topKey("enabled"), DEFAULTS.enabled),
    filesystem: resolveFilesystem(all, context),
    environment: resolveEnvironment(all),
    network: resolveNetwork(all, context),
    commands: resolveCommands(all, context),
    tools: resolveTools(all),
    docker: lastOr(all, topKey("docker"), DEFAULTS.docker),
    nested: lastOr(all, topKey("nested"), DEFAULTS.nested),
    agents: resolveAgents(all),
    container: resolveContainer(all),
    virtual: resolveVirtual(all),
    audit: resolveAudit(all, context),
    tests: every(all, topKey("tests")),
  };
}

function topKey<Name extends "enabled" | "docker" | "nested" | "tests">(
  name: Name,
): Key<NonNullable<Policy[Name]>> {
  return { path: [name], read: (policy) => policy[name] ?? undefined };
}
