import { dirname } from "node:path";

import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import { isInside } from "../relative-inside.ts";
import type { BwrapFacts } from "./bwrap-facts.ts";
import type { BwrapMount, BwrapPlan, ShimPlan } from "./bwrap-plan.ts";
import { holdAbsent, type HoldingWishes } from "./hold-absent.ts";
import { addPlaces } from "./place-levels.ts";
import { PlaceTree, type TreeEntry, type TreeNode } from "./place-tree.ts";
import { addWorktree } from "./worktree-places.ts";

/** Pure: what of the host is there, and as what. Fails as `addPlaces` does. */
export function planBwrapFiles(
  policy: ResolvedPolicy,
  facts: BwrapFacts,
  { shims, ...wishes }: HoldingWishes & { readonly shims: Pick<ShimPlan, "binds" | "files"> },
): Pick<BwrapPlan, "base" | "mounts" | "placeholders" | "keptLinks"> {
  const base = policy.filesystem.base.value === "host" ? "host" : "empty";
  const tree = new PlaceTree(base === "host" ? "ro" : "none");
  const keptLinks = addPlaces(tree, policy, facts);
  addWorktree(tree, facts);
  const placeholders = holdAbsent(tree, { policy, facts, ...wishes });
  for (const { path, kind } of facts.hidden) tree.tighten(path, { level: "hidden", kind });
  // Whoever reaches a program outside by its socket is outside.
  const granted = facts.docker !== undefined && "source" in facts.docker && facts.docker.source;
  for (const path of facts.sockets.filter((one) => one !== granted)) {
    tree.tighten(path, { level: "hidden", kind: "socket" });
  }
  addOwnFolders(tree, facts);
  // A folder of programs that is moved away would make room for others of their names.
  for (const { target } of [...shims.binds, ...shims.files]) tree.pin(dirname(target));
  for (const path of ["/run", "/dev", "/proc"]) {
    tree.tighten(path, { level: "none", kind: "directory" });
  }
  const mounts = tree.entries().flatMap((entry) => mountOf(entry, facts));
  return {
    base,
    placeholders,
    keptLinks,
    mounts: [
      ...(base === "empty" ? linksIn(facts, tree) : []),
      ...mounts,
      ...runtimeMounts(facts),
      ...kernelMounts(facts),
    ],
  };
}

/** Whoever writes them chooses what the next sandbox may do, or what runs on the host; the records are nobody's to read. */
function addOwnFolders(tree: PlaceTree, { own, places }: BwrapFacts): void {
  const folder = (path: string) => places.get(path) ?? ({ kind: "absent", real: path } as const);
  for (const { kind, real } of [own.config, own.cache].map(folder)) {
    if (kind !== "absent" && tree.levelAt(real) === "rw") {
      tree.replace(real, { level: "ro", kind: "directory" });
    }
  }
  for (const path of [own.state, ...(own.records === undefined ? [] : [own.records])]) {
    tree.replace(folder(path).real, { level: "own", kind: "directory" });
  }
}

function mountOf({ path, level, kind }: TreeEntry, { mask }: BwrapFacts): readonly BwrapMount[] {
  switch (level) {
    case "none":
      return [];
    case "own":
      return [{ kind: "own-directory", target: path }];
    case "hidden":
      return [hidingMount(path, kind, mask)];
    case "ro":
    case "rw": {
      checkOwnPlaces(path);
      return isOfDevices(path, { level, kind })
        ? [{ kind: "device", source: path, target: path }]
        : [{ kind: "bind", source: path, target: path, mode: level }];
    }
  }
}

/** By an ordinary mount none could be opened; of a directory that is only read they need not be. */
function isOfDevices(path: string, { level, kind }: TreeNode): boolean {
  return isInside("/dev", path) && (kind === "other" || (kind === "directory" && level === "rw"));
}

function hidingMount(target: string, kind: TreeEntry["kind"], mask: string): BwrapMount {
  if (kind === "directory") return { kind: "hidden-directory", target };
  return { kind: kind === "socket" ? "hidden-socket" : "hidden-file", source: mask, target };
}

const OWN_PLACES = ["/proc", "/run/agent-sandbox"];

function checkOwnPlaces(path: string): void {
  // Whoever has all of /run would have what lies there, and on the host.
  const taken =
    OWN_PLACES.find((own) => isInside(own, path) || isInside(path, own)) ??
    // What is below it is named one by one.
    (path === "/dev" ? path : undefined);
  if (taken === undefined) return;
  throw new SandboxError(
    "POLICY_UNSUPPORTED",
    `Cannot show "${path}": "${taken}" is the sandbox's own`,
    { hint: "Take it out of filesystem.ro and filesystem.rw" },
  );
}

/** `/bin` leads to `usr/bin` on most machines, and what is bound is what a link leads to. */
function linksIn({ places }: BwrapFacts, tree: PlaceTree): readonly BwrapMount[] {
  return [...places].flatMap(([path, { link, real }]): readonly BwrapMount[] => {
    const level = tree.levelAt(real);
    if (link === undefined || level === "none" || level === "hidden") return [];
    const isThere = tree.levelAt(path.slice(0, path.lastIndexOf("/")) || "/") !== "none";
    return isThere ? [] : [{ kind: "link", target: path, to: link }];
  });
}

function runtimeMounts({ runtime, docker }: BwrapFacts): readonly BwrapMount[] {
  const sockets = docker !== undefined && "source" in docker ? docker : undefined;
  for (const path of [...runtime.map(({ target }) => target), ...(sockets?.targets ?? [])]) {
    checkOwnPlaces(path);
  }
  return [
    ...runtime.map(({ source, target }) => ({ kind: "bind", source, target, mode: "ro" }) as const),
    ...(sockets?.targets ?? []).map(
      (target) => ({ kind: "bind", source: sockets?.source ?? "", target, mode: "rw" }) as const,
    ),
  ];
}

/**
 * `kernel.core_pattern` is a program that the kernel runs outside of every sandbox. Who is not root writes none of
 * these settings, and opens no sandbox in a sandbox where anything covers a part of `/proc` (user_namespaces(7)).
 */
function kernelMounts({ isRoot }: BwrapFacts): readonly BwrapMount[] {
  const path = "/proc/sys";
  return isRoot ? [{ kind: "bind", source: path, target: path, mode: "ro" }] : [];
}
