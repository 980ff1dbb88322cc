/** Labels are how agent-sandbox finds its own: never by a name filter, which also matches parts. */
export const LABEL = {
  /** Full path of the workspace, for people. */
  workspace: "agent-sandbox.workspace",
  /** The workspace's hash, for looking up. */
  hash: "agent-sandbox.hash",
  /** A volume that several workspaces share. */
  shared: "agent-sandbox.shared",
  /** `bind`: the work is the host's own checkout; `branch`: a worktree of the shelf. */
  mode: "agent-sandbox.mode",
  /** The branch's name as git knows it; in branch mode alone. */
  branch: "agent-sandbox.branch",
  /** The named agent that works in it by its own permissions; of no other sandbox. */
  agent: "agent-sandbox.agent",
  workdir: "agent-sandbox.workdir",
  /** Fingerprint of everything the container was created with, but for what is hidden. */
  plan: "agent-sandbox.plan",
  /** Fingerprint of the paths that were hidden when it was created. */
  hidden: "agent-sandbox.hidden",
  /** A workspace's image: the workspace's hash, and its full path. */
  imageHash: "agent-sandbox.image-hash",
  imageOf: "agent-sandbox.image-of",
  /** The base image, and the version of agent-sandbox that built it. */
  base: "agent-sandbox.base",
  version: "agent-sandbox.version",
  /** The image, or else the release of Debian, that is the operating-system layer. */
  osImage: "agent-sandbox.os-image",
  os: "agent-sandbox.os",
  osNode: "agent-sandbox.os.node",
  osNpm: "agent-sandbox.os.npm",
  /** The hash of the workspace whose git runs here: not a sandbox, and gone when its work is done. */
  job: "agent-sandbox.job",
  /** The hash of the workspace whose gate a session pushes to. */
  pushes: "agent-sandbox.pushes",
  /** The hash of the workspace that this container receives pushes for. */
  gate: "agent-sandbox.gate",
  /** The scope of the locks that a gate was opened under: whoever looks under others leaves it alone. */
  locks: "agent-sandbox.locks",
  /** Which process made a session, to tell what nobody will start any more. */
  owner: "agent-sandbox.owner",
  /** The same of a container that "doctor" looks into. */
  probe: "agent-sandbox.probe",
} as const;
