import { parsePolicy, resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";
import { hostFacts } from "./host-facts.ts";

/** The policy of a project's file for the workspace of `hostFacts`. */
export function resolved(policy: unknown = {}): ResolvedPolicy {
  return resolvePolicy([parsePolicy(policy, { layer: "project" })], {
    engine: "docker",
    workspace: hostFacts().workspace.path,
    home: "/home/ann",
    temp: "/tmp",
  });
}
