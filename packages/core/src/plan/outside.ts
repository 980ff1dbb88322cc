import {
  decide,
  type PathRule,
  type ResolvedFilesystem,
  type ResolvedPolicy,
} from "@agent-sandbox/policy";

import type { HostFacts, OutsideFact } from "../facts.ts";
import type { ShownMount } from "../plan.ts";
import { isInside, relativeInside } from "../relative-inside.ts";
import { cannotKeep } from "./cannot-keep.ts";
import { levelRules } from "./levels.ts";
import { overlay } from "./overlay.ts";

/** The home inside. */
const HOME = "/home/node";

/**
 * What a sandbox has of its own at these paths: what the host has there is not shown, and what a rule
 * takes away there would be the image's.
 */
const IMAGE_OWN: readonly string[] = [
  ...["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr", "/etc", "/var/run"],
  ...["/dev", "/proc", "/sys", "/run", "/workspace", "/repo-shelf", "/commandhistory"],
  ...[".claude", ".claude.json", ".codex", ".bashrc"].map((name) => `${HOME}/${name}`),
];

/** Where the host's files that are no files are: sockets of daemons, devices, other processes. */
const NO_FILES: readonly string[] = ["/dev", "/proc", "/sys", "/run"];

/** Where a sandbox has a host path from outside of the workspace: the home is that of the user inside. */
function placeInside(path: string, { home }: { readonly home: string }): string {
  const below = relativeInside(home, path);
  return below === undefined ? path : below === "" ? HOME : `${HOME}/${below}`;
}

/** The paths outside of the workspace that rules name, each exactly one. */
export function namedOutside({ rules, places }: ResolvedFilesystem): readonly string[] {
  const named = rules.filter(
    ({ origin, isGlob, path }) => origin === "rule" && !isGlob && !isInside(places.workspace, path),
  );
  return [...new Set(named.map(({ path }) => path))];
}

/**
 * Pure: what `ro` and `rw` show from outside of the workspace. A path that is not there is left out,
 * unless one that is writable holds it. Fails with POLICY_UNSUPPORTED where a rule cannot be kept.
 */
export function outsideMounts(policy: ResolvedPolicy, facts: HostFacts): readonly ShownMount[] {
  const { filesystem } = policy;
  if (facts.outside.size === 0) return [];
  const found = levelRules(filesystem).flatMap((rule) => {
    const fact = facts.outside.get(rule.path);
    if (rule.isGlob || fact === undefined || fact.kind === "absent") return [];
    return [{ rule, fact }];
  });
  for (const one of found) checkOutside(one, { policy, facts });
  const tops = found.filter(
    ({ rule }) =>
      !found.some((other) => other.rule !== rule && isBelow(other.rule.path, rule.path)),
  );
  const distinct = [...new Map(tops.map((top) => [top.rule.path, top])).values()];
  const mounts = distinct.flatMap((top) => treeMounts(top, found, policy));
  checkDenials(distinct, { policy, facts });
  const { home } = filesystem.places;
  return mounts.map(({ path, ...mount }) => ({ ...mount, target: placeInside(path, { home }) }));
}

interface Found {
  readonly rule: PathRule;
  readonly fact: OutsideFact;
}

interface Around {
  readonly policy: ResolvedPolicy;
  readonly facts: HostFacts;
}

function treeMounts({ rule, fact }: Found, found: readonly Found[], policy: ResolvedPolicy) {
  const modeOf = (path: string, real: string) => {
    const target = { path, real };
    return decide(policy, { operation: "write", target }).effect === "allow" ? "rw" : "ro";
  };
  const top = modeOf(rule.path, fact.real);
  const below = found.flatMap((one) => {
    const path = relativeInside(rule.path, one.rule.path);
    if (path === undefined || path === "") return [];
    if (one.fact.real !== `${fact.real}/${path}`) throw throughLink(one.rule);
    return [{ path, kind: "any", mode: modeOf(one.rule.path, one.fact.real) } as const];
  });
  return [
    { path: rule.path, source: fact.real, mode: top },
    ...overlay(below, top).map(({ path, mode }) => ({
      path: `${rule.path}/${path}`,
      source: `${fact.real}/${path}`,
      mode,
    })),
  ] as const;
}

function throughLink({ source, path }: PathRule) {
  return cannotKeep(
    source,
    `"${path}" is, or is below, a symbolic link in another path that is granted`,
    "Name what the link points to instead",
  );
}

/** Fails where a grant would show or open what no sandbox is to have. */
function checkOutside({ rule, fact }: Found, { policy, facts }: Around): void {
  const state = whyNot({ rule, fact }, { policy, facts });
  if (state === undefined) return;
  throw cannotKeep(rule.source, ...state);
}

const TAKE_OUT = "Take it out, or name a directory in it";

function whyNot(
  { rule, fact }: Found,
  { policy, facts }: Around,
): readonly [state: string, hint: string] | undefined {
  const { home, workspace } = policy.filesystem.places;
  const { path } = rule;
  const shown = `"${path}"`;
  const faces = [path, fact.real];
  const holds = (kept: string) => faces.some((face) => isInside(face, kept));
  if (holds(workspace) || holds(facts.workspace.path)) {
    return [`${shown} holds the workspace, which would be open by that way`, TAKE_OUT];
  }
  if (isInside(facts.workspace.path, fact.real)) {
    return [`${shown} leads into the workspace`, "Write the path in the workspace instead"];
  }
  if (holds(home)) return [`${shown} holds the whole home directory`, TAKE_OUT];
  const own = facts.ownFolders.find((folder) => holds(folder) || isInside(folder, fact.real));
  if (own !== undefined) {
    return [`"${own}" is agent-sandbox's own and is in no sandbox`, TAKE_OUT];
  }
  if (fact.kind === "other" || NO_FILES.some((folder) => isInside(folder, fact.real))) {
    return [`${shown} is neither a file nor a directory of the host's disks`, TAKE_OUT];
  }
  const decision = decide(policy, { operation: "read", target: { path, real: fact.real } });
  if (decision.effect === "deny") return [decision.reason, decision.wouldChange ?? TAKE_OUT];
  return undefined;
}

/** A denial of what is not there cannot be held outside of the workspace, where we make nothing. */
function checkDenials(tops: readonly Found[], { policy, facts }: Around): void {
  const { rules, places } = policy.filesystem;
  const isOpen = (path: string) =>
    decide(policy, { operation: "write", target: { path, real: path } }).effect === "allow";
  const absent = rules.find(
    ({ path, origin, isGlob, level }) =>
      origin === "rule" &&
      !isGlob &&
      level !== "rw" &&
      !isInside(places.workspace, path) &&
      facts.outside.get(path)?.kind === "absent" &&
      tops.some((top) => isBelow(top.rule.path, path)) &&
      isOpen(path.slice(0, path.lastIndexOf("/"))),
  );
  if (absent === undefined) return;
  throw cannotKeep(
    absent.source,
    `"${absent.path}" is not there, and could be made in what is writable around it`,
    "Make it, or make what holds it read-only",
  );
}

/** Whether `path` is below `directory`, and not itself. */
function isBelow(directory: string, path: string): boolean {
  return directory !== path && isInside(directory, path);
}

/** Whether the image has its own at this host path, or in it, so that no rule of it can be kept. */
export function isOfTheImage(path: string, places: { readonly home: string }): boolean {
  const target = placeInside(path, places);
  return IMAGE_OWN.some((own) => isInside(own, target) || isBelow(target, own));
}
