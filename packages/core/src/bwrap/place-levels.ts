import { dirname } from "node:path";

import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import type { BwrapFacts, LinkFact, PlaceFact } from "./bwrap-facts.ts";
import type { PlaceTree } from "./place-tree.ts";
import { keptOfWorktree } from "./worktree-places.ts";

interface NamedPlace {
  readonly path: string;
  readonly fact: PlaceFact & { readonly kind: Exclude<PlaceFact["kind"], "absent"> };
  /** "linked": writable by the name that leads there, and not by its own. */
  readonly level: "hidden" | "ro" | "rw" | "linked";
}

/** What a policy says of one place. */
function levelOf(policy: ResolvedPolicy, path: string, real: string): NamedPlace["level"] {
  const target = { path, real };
  if (decide(policy, { operation: "read", target }).effect === "deny") return "hidden";
  const write = decide(policy, { operation: "write", target });
  if (write.effect === "allow") return "rw";
  const named = decide(policy, { operation: "write", target: { path, real: path } });
  const isOfNoRule = write.rule === "base-host" || write.source?.key.startsWith("@base.") === true;
  return named.effect === "allow" && isOfNoRule ? "linked" : "ro";
}

/**
 * Pure: puts everything that is there and that the policy names into the tree. Two names of one place:
 * the tighter level counts, but for what is read-only with all that is around it: a cache that is a link
 * to another disk is writable. Returns the links that have to stay as they are, which no mount sees to.
 * Fails with WORKSPACE_INVALID where one is in the place of a protected path.
 */
export function addPlaces(
  tree: PlaceTree,
  policy: ResolvedPolicy,
  facts: BwrapFacts,
): readonly LinkFact[] {
  const places = namedPlaces(policy, facts);
  for (const { fact, level } of places) {
    if (level !== "linked") tree.tighten(fact.real, { level, kind: fact.kind });
  }
  const isReplaceable = ({ path }: LinkFact) => tree.levelAt(dirname(path)) === "rw";
  for (const { fact, level } of places) {
    // Whoever may replace the link would choose what is writable.
    if (level === "linked" && !fact.links.some(isReplaceable)) {
      tree.tighten(fact.real, { level: "rw", kind: fact.kind });
    }
  }
  const kept = places.filter(({ level }) => level === "ro");
  const unkept = kept.filter(({ fact }) => fact.links.some(isReplaceable));
  const isProtected = new Set(protectedPaths(policy, facts));
  const refused = unkept.find(({ path }) => isProtected.has(path));
  if (refused !== undefined) throw replaceable(refused.path);
  const links = unkept.flatMap(({ fact }) => fact.links.filter(isReplaceable));
  for (const { path } of links) tree.pin(dirname(path));
  return [...new Map(links.map((link) => [link.path, link])).values()];
}

function namedPlaces(policy: ResolvedPolicy, { places }: BwrapFacts): readonly NamedPlace[] {
  return [...places].flatMap(([path, { kind, ...fact }]): readonly NamedPlace[] => {
    if (kind === "absent" || isSystems(path)) return [];
    return [{ path, fact: { ...fact, kind }, level: levelOf(policy, path, fact.real) }];
  });
}

/** What programs of the host run, or what says what the next sandbox may do: not for a moment may it be another's. */
function protectedPaths({ filesystem }: ResolvedPolicy, facts: BwrapFacts): readonly string[] {
  return [
    ...filesystem.protected.map(({ value }) => `${facts.workspace.path}/${value.path}`),
    ...keptOfWorktree(facts).map(({ path }) => path),
    `${facts.workspace.path}/.git`,
  ];
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
