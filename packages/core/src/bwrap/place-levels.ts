import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import type { BwrapFacts } from "./bwrap-facts.ts";
import type { PlaceTree, TreeNode } from "./place-tree.ts";

/** What a policy says of one place. */
function levelOf(policy: ResolvedPolicy, path: string, real: string): TreeNode["level"] {
  const target = { path, real };
  if (decide(policy, { operation: "read", target }).effect === "deny") return "hidden";
  return decide(policy, { operation: "write", target }).effect === "deny" ? "ro" : "rw";
}

/**
 * Pure: puts everything that is there and that the policy names into the tree. Two names of one place:
 * the tighter level counts. Fails with WORKSPACE_INVALID where a link is to be kept from being
 * changed: what would be mounted is what it leads to, and the link could be replaced.
 */
export function addPlaces(
  tree: PlaceTree,
  policy: ResolvedPolicy,
  { places }: Pick<BwrapFacts, "places">,
): void {
  const known = [...places]
    .filter(([path, { kind }]) => kind !== "absent" && !isSystems(path))
    .map(([path, fact]) => ({ path, fact, level: levelOf(policy, path, fact.real) }));
  for (const { fact, level } of known) {
    if (fact.kind !== "absent") tree.tighten(fact.real, { level, kind: fact.kind });
  }
  const unkept = known.find(
    ({ fact, level }) =>
      level === "ro" && fact.linksIn.some((directory) => tree.levelAt(directory) === "rw"),
  );
  if (unkept !== undefined) throw replaceable(unkept.path);
}

function replaceable(path: string): SandboxError {
  return new SandboxError(
    "WORKSPACE_INVALID",
    `Cannot keep "${path}" read-only: it is, or is below, a symbolic link that can be replaced`,
    { hint: "Replace the link by what it points to, or take the rule or its preset out" },
  );
}

/** The devices and processes inside are the sandbox's own. */
function isSystems(path: string): boolean {
  return /^\/(?:proc|dev\/(?:full|null|random|tty|urandom|zero))(?:\/|$)/.test(path);
}
