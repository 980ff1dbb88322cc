import { checkSupported, planNetwork, SandboxError } from "@agent-sandbox/core";
import {
  type EngineName,
  parsePolicy,
  PolicyError,
  type PolicyLayer,
  type ResolvedPolicy,
  resolvePolicy,
  wideningsOf,
} from "@agent-sandbox/policy";

const PLACES = { workspace: "/home/you/project", home: "/home/you", temp: "/tmp" } as const;

/** What a value of a project's file opens beyond the workspace, as a sentence goes on. */
export function widensBy(key: string, value: unknown): readonly string[] {
  const layer = layerOf("project", key, value);
  return layer === undefined ? [] : wideningsOf([layer], PLACES).map(({ what }) => what);
}

/** Whether the docker engine refuses a value because it does not keep it. */
export function isRefusedByDocker(key: string, value: unknown, mode: "bind" | "branch"): boolean {
  const layer = layerOf("user", key, value);
  if (layer === undefined) throw new TypeError(`${key}: the example does not follow the schema`);
  const policy = resolvePolicy([layer], { engine: "docker", ...PLACES });
  try {
    checkSupported(policy, mode);
    planNetwork(policy, { npmRegistryHosts: [], githubRanges: [] });
    return false;
  } catch (error) {
    if (error instanceof SandboxError && error.code === "POLICY_UNSUPPORTED") return true;
    throw error;
  }
}

/** Undefined where no such layer may have the value. */
function layerOf(layer: "user" | "project", key: string, value: unknown): PolicyLayer | undefined {
  const document = key.split(".").reduceRight((inner, name) => ({ [name]: inner }), value);
  try {
    return parsePolicy(document, { layer });
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}

/** What holds for an engine where nobody has written anything. */
export function defaultPolicy(engine: EngineName): ResolvedPolicy {
  return resolvePolicy([], { engine, ...PLACES });
}
