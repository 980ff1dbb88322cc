import { SHELF, type RepositoryFacts, type WorkspaceIdentity } from "@agent-sandbox/core";

/** Where a session has what it works on. */
export interface SessionPaths {
  /** The root of the shelf's volume. */
  readonly shelf: string;
  /** The directory that holds the host's workspace under its name, read-only. */
  readonly workspace: string;
  /** The root of the volume with one folder for each branch's gate. */
  readonly gate: string;
}

export const SESSION_PATHS: SessionPaths = {
  shelf: SHELF.root,
  workspace: "/workspace",
  gate: "/gate",
};

/** What the shelf of one workspace follows from. */
export interface ShelfSettings {
  readonly workspace: WorkspaceIdentity;
  readonly repository: RepositoryFacts;
  /** Where the session has them; the container's own without it. */
  readonly paths?: SessionPaths | undefined;
}
