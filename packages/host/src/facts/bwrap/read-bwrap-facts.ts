import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import {
  type BwrapFacts,
  keptOfWorktree,
  type PlaceFact,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { heldPaths } from "../../placeholders/held-paths.ts";
import {
  type Environment,
  resolveCacheDir,
  resolveConfigDir,
  resolveStateDir,
} from "../../state/directories.ts";
import { maskFile } from "../../state/mask-file.ts";
import { realOrSame } from "../outside-facts.ts";
import { hashOfWorkspacePath } from "../read-workspace.ts";
import { dockerSocket } from "./docker-socket.ts";
import { expandGlob } from "./expand-glob.ts";
import { findWorktree } from "./find-worktree.ts";
import { hiddenPlaces } from "./hidden-places.ts";
import { readPlace } from "./read-place.ts";
import { runtimeFiles } from "./runtime-files.ts";
import { unixSockets } from "./unix-sockets.ts";

interface Surroundings {
  readonly env: Environment;
  readonly home: string;
}

/**
 * All that a plan of the bwrap engine needs to know of this machine. Fails with WORKSPACE_INVALID where
 * the workspace cannot be used.
 */
export function readBwrapFacts(
  workspace: WorkspaceIdentity,
  policy: ResolvedPolicy,
  { env, home }: Surroundings,
): BwrapFacts {
  const stateDir = resolveStateDir(env, home);
  // Before the paths are read: it makes the folder.
  const mask = maskFile(stateDir);
  const owner = statSync(workspace.path);
  const worktree = findWorktree(workspace.path, policy);
  const own = {
    config: resolveConfigDir(env, home),
    cache: resolveCacheDir(env, home),
    state: stateDir,
    ...recordsOf(policy),
  };
  const named = [
    ...namedPaths(policy),
    ...keptOfWorktree({ worktree }).map(({ path }) => path),
    ...Object.values(own),
  ];
  const places = readPlaces(named, { workspace, stateDir });
  const isNamed = new Set(named);
  return {
    workspace,
    owner: { uid: owner.uid, gid: owner.gid },
    places,
    hidden: hiddenPlaces(policy, owner.uid),
    // Whoever names a socket wants to reach it.
    sockets: unixSockets().filter((path) => !isNamed.has(path)),
    worktree,
    docker: policy.docker.value ? dockerSocket(env) : undefined,
    runtime: runtimeFiles(),
    isRoot: process.geteuid?.() === 0,
    own,
    mask: realOrSame(mask),
    depth: readDepth(),
    isNestingOpen: existsSync(join(dirname(MARKER), "nests")),
  };
}

/** Made where it is not there, so that it can be covered; a repository names none. */
function recordsOf({ audit: { path } }: ResolvedPolicy): Pick<BwrapFacts["own"], "records"> {
  if (path?.source.layer !== "user") return {};
  try {
    mkdirSync(path.value, { recursive: true, mode: 0o700 });
  } catch {
    // Whoever writes the first record says what is wrong.
  }
  return { records: path.value };
}

function namedPaths({ filesystem }: ResolvedPolicy): readonly string[] {
  const { rules, places, protected: kept } = filesystem;
  const paths = rules
    .filter(({ origin }) => origin !== "base")
    .flatMap(({ path, isGlob }) => (isGlob ? expandGlob(path) : [path]));
  return [
    ...paths,
    ...[".git", ...kept.map(({ value }) => value.path)].map((path) => join(places.workspace, path)),
  ];
}

function readPlaces(
  paths: readonly string[],
  { workspace, stateDir }: { readonly workspace: WorkspaceIdentity; readonly stateDir: string },
): ReadonlyMap<string, PlaceFact> {
  const heldIn = (root: string, hash: string) =>
    [...heldPaths(stateDir, hash)].map((path) => join(root, path));
  const readHeld = () => [
    ...heldIn(workspace.path, workspace.hash),
    ...heldIn("/", hashOfWorkspacePath("/")),
  ];
  const held = new Set(readHeld());
  const read = (path: string) => [path, readPlace(path, held)] as const;
  const places = new Map([...new Set(paths)].map(read));
  // What another sandbox has made meanwhile is on record before it is there.
  const later = readHeld().filter((path) => !held.has(path));
  for (const path of later) held.add(path);
  return later.length === 0 ? places : new Map([...places.keys()].map(read));
}

/** How many sandboxes this process is in: nobody inside can write where each says so. */
function readDepth(): number {
  try {
    return Number(readFileSync(join(dirname(MARKER), "depth"), "utf8"));
  } catch {
    return 0;
  }
}

/** It is there in every sandbox of ours, and nowhere else. */
export const MARKER = "/run/agent-sandbox/agent-sandbox";
