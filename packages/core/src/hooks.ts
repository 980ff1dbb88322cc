/**
 * From where git on the host runs hooks in the workspace, with links followed, and whether sandboxes
 * see it. `path` is absolute on the host, as git names it, but for "inside": relative to the workspace.
 */
export type HooksPlace =
  /** They come with the host's checkout. */
  | { readonly at: "inside"; readonly path: string }
  /** They are mounted from `source`, the real directory. */
  | { readonly at: "outside"; readonly path: string; readonly source: string }
  /** There is no such directory, and git on the host runs none either. */
  | { readonly at: "absent"; readonly path: string }
  /** Nothing is mounted from there. */
  | { readonly at: "refused"; readonly path: string; readonly reason: string };

/** Where sandboxes find hooks from outside of the workspace; nobody but root can make it. */
export const HOOKS_FOLDER = "/run/agent-sandbox-hooks";
