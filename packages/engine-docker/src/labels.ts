/** Labels are how agent-sandbox finds its own: never by a name filter, which also matches parts. */
export const LABEL = {
  /** Full path of the workspace, for people. */
  workspace: "agent-sandbox.workspace",
  /** The workspace's hash, for looking up. */
  hash: "agent-sandbox.hash",
  /** A volume that several workspaces share. */
  shared: "agent-sandbox.shared",
  /** `bind`: the working directory is the host's own checkout. */
  mode: "agent-sandbox.mode",
  workdir: "agent-sandbox.workdir",
  /** Fingerprint of everything the container was created with. */
  plan: "agent-sandbox.plan",
} as const;
