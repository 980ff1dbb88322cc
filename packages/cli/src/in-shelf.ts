import type { GitSession, SandboxPlan } from "@agent-sandbox/core";
import { openGitSession } from "@agent-sandbox/engine-docker";
import { readRepository } from "@agent-sandbox/host";
import type { ShelfSettings } from "@agent-sandbox/workspace";

import type { Context } from "./engine-ports.ts";

/** git over a workspace's shelf, and what it follows from. */
export interface ShelfWork {
  readonly session: GitSession;
  readonly settings: ShelfSettings;
}

export type ShelfRequest = Pick<SandboxPlan, "workspace" | "user"> & {
  /** The image that holds git. */
  readonly image: string;
  /** On the host's checkout and without the shelf, to merge. */
  readonly onHost?: boolean;
  /** To push to the host. */
  readonly pushes?: boolean;
};

/** Does `work` with git over the shelf of one workspace, alone with it. */
export async function inShelf<T>(
  { onHost = false, pushes = false, ...shelf }: ShelfRequest,
  { surroundings, ports, signal }: Context,
  work: (shelf: ShelfWork) => Promise<T>,
): Promise<T> {
  const { workspace } = shelf;
  const repository = await readRepository(workspace, { env: surroundings.env, signal });
  const { commonGitDir } = repository;
  const request = { ...shelf, commonGitDir, onHost, pushes };
  await using session = await openGitSession(request, ports, signal);
  return await work({ session, settings: { workspace, repository } });
}
