import { stat } from "node:fs/promises";

import { SandboxError } from "@agent-sandbox/core";
import { repoImageName } from "@agent-sandbox/engine-docker";
import { readWorkspace } from "@agent-sandbox/host";
import { type BranchState, branchStates } from "@agent-sandbox/workspace";

import { loadLayeredPolicy } from "../load-policy.ts";
import { inShelf, type ShelfRequest } from "../in-shelf.ts";
import type { Context } from "../engine-ports.ts";
import { checkTrust } from "../trust/check-trust.ts";

/** What a look into one shelf gave: its branches, or why there was none. */
export interface ShelfReading {
  readonly workspace: string;
  readonly branches: readonly BranchState[];
  readonly problem: string | undefined;
}

/**
 * Never fails but by the signal: what is wrong with one repository must not hide the others. Nor must
 * one whose shelf somebody else works on, so that is not waited for.
 */
export async function readShelf(workspace: string, context: Context): Promise<ShelfReading> {
  try {
    const request = await shelfRequest(workspace, context);
    const branches = await inShelf(request, unlessBusy(context), ({ session, settings }) =>
      branchStates(session, settings, { sizes: false }),
    );
    return { workspace, branches, problem: undefined };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SandboxError)) throw error;
    const problem = `Cannot see the branches of "${workspace}": ${error.message}`;
    return { workspace, branches: [], problem };
  }
}

/** Opening a shelf says that it waits after a second. */
function unlessBusy({ surroundings, ports, signal }: Context): Context {
  const busy = new AbortController();
  const progress = () => {
    const message = "another agent-sandbox works on its repo shelf";
    busy.abort(new SandboxError("GIT_FAILED", message, { hint: "List it again in a moment" }));
  };
  const both = AbortSignal.any([signal, busy.signal]);
  return { surroundings, ports: { ...ports, progress }, signal: both };
}

/** Needs no plan: what a plan asks of the machine can take its time. */
async function shelfRequest(
  path: string,
  { surroundings, signal }: Context,
): Promise<ShelfRequest> {
  const workspace = readWorkspace(path);
  const { layers, policy } = await loadLayeredPolicy(workspace, surroundings);
  // A list asks nobody anything; the image is what looks.
  await checkTrust({ path: workspace.path, layers }, { ...surroundings, quiet: true }, signal);
  const { image } = policy.container;
  const { uid, gid } = await stat(workspace.path);
  return { workspace, user: { uid, gid }, image: image?.value ?? repoImageName(workspace) };
}
