import { SandboxError, type WorkspaceIdentity } from "@agent-sandbox/core";
import {
  findContainers,
  type FoundContainer,
  gateVolume,
  releaseEnded,
  sandboxState,
  sandboxUsage,
  volumeExists,
} from "@agent-sandbox/engine-docker";
import { readWorkspace } from "@agent-sandbox/host";

import { atMost } from "../at-most.ts";
import { collectEvents } from "../collect-events.ts";
import { remember } from "../remember.ts";
import type { Context } from "../engine-ports.ts";
import { type ListedSandbox, listedSandboxes, type SeenContainer } from "./listed-sandbox.ts";
import { readShelf } from "./read-shelf.ts";

export interface ListRequest {
  /** The workspace whose sandboxes are wanted; those of all without it. */
  readonly path: string | undefined;
  /** Only what Docker tells at once: nothing is measured, and no shelf is looked into. */
  readonly quick: boolean;
}

export interface SandboxList {
  readonly sandboxes: readonly ListedSandbox[];
  /** What could not be found out, a sentence each. */
  readonly problems: readonly string[];
}

/** Git's figures and our own chores, where the list is made again and again, in milliseconds. */
const REREAD = 30_000;
/** Each is a container and a git that reads all of its worktrees. */
const SHELVES_AT_ONCE = 4;

/** How to make the list, once or again and again. */
export function sandboxList(request: ListRequest, context: Context): () => Promise<SandboxList> {
  let paths: readonly string[] = [];
  const readShelves = remember(REREAD, () =>
    atMost(SHELVES_AT_ONCE, paths, (path) => readShelf(path, context)),
  );
  const settle = remember(REREAD, () => settleEnded(request, context));
  return async () => {
    const problems = await settle("");
    const here = workspaceHere(request);
    const filter = request.path !== undefined && here ? { hash: here.hash } : undefined;
    const found = await findContainers(context.ports.docker, filter);
    paths = request.quick ? [] : await shelvesOf(found, here, context);
    const key = JSON.stringify([paths, found.map(({ id }) => id)]);
    const [containers, shelves] = await Promise.all([
      Promise.all(found.map((container) => lookAt(container, request, context))),
      readShelves(key),
    ]);
    return {
      sandboxes: listedSandboxes(containers, shelves),
      problems: [...problems, ...shelves.flatMap(({ problem }) => problem ?? [])],
    };
  };
}

/** What ended by itself is put in order, and what was pushed is put on record. */
async function settleEnded({ path }: ListRequest, context: Context): Promise<readonly string[]> {
  const only = path === undefined ? undefined : readWorkspace(path).hash;
  try {
    await releaseEnded(context.ports, context.signal);
    await collectEvents(context, { workspaceHash: only });
    return [];
  } catch (error) {
    // Whoever cannot write the record has to see what runs all the same.
    if (error instanceof SandboxError && error.code === "AUDIT_FAILED") return [error.message];
    throw error;
  }
}

/** Where no path is named, the current directory may be no workspace. */
function workspaceHere({ path }: ListRequest): WorkspaceIdentity | undefined {
  try {
    return readWorkspace(path ?? ".");
  } catch (error) {
    if (path === undefined) return undefined;
    throw error;
  }
}

/** The workspaces that have branches, as far as that can be told without looking. */
async function shelvesOf(
  found: readonly FoundContainer[],
  here: WorkspaceIdentity | undefined,
  { ports }: Context,
): Promise<readonly string[]> {
  const known = found.filter(({ mode }) => mode === "branch").map(({ workspace }) => workspace);
  const own = here && (await volumeExists(ports.docker, gateVolume(here))) ? [here.path] : [];
  return [...new Set([...known, ...own])].sort();
}

async function lookAt(
  found: FoundContainer,
  { quick }: ListRequest,
  { ports, signal }: Context,
): Promise<SeenContainer> {
  const container = ports.docker.getContainer(found.id);
  const isMeasured = found.running && !quick;
  const [state, usage] = await Promise.all([
    sandboxState(container),
    isMeasured ? sandboxUsage(container, signal) : undefined,
  ]);
  return { found, state, usage };
}
