import type { BranchPlan } from "./shelf.ts";

/** One path at one place of the sandbox. */
export type Mount = ShownMount | HiddenMount;

/** What a path of the sandbox is, and what it shows. */
export interface ShownMount {
  /** Absolute and real on the host; with `volume`, relative to that volume's root, "" for all of it. */
  readonly source: string;
  /** The workspace's own volume that `source` is in: its repo shelf, or its gate's sockets. */
  readonly volume?: "shelf" | "gate";
  /** Absolute. */
  readonly target: string;
  readonly mode: "ro" | "rw";
}

/** A path that is there and shows nothing: a directory without entries, a file that none may read. */
export interface HiddenMount {
  /** Of a file: the empty one of mode 0000 that is put in its place, absolute on the host. */
  readonly source: string;
  readonly volume?: never;
  readonly target: string;
  readonly mode: "hidden";
  readonly kind: "directory" | "file";
}

/**
 * A path that a denial needs but that does not exist on the host. The engine makes it before it
 * mounts, as the workspace's owner, and it is removed again after the last sandbox.
 */
export interface Placeholder {
  /** Absolute host path; parents come before children. */
  readonly path: string;
  readonly kind: "directory" | "file";
  /** What a placeholder file holds; a file is still a placeholder while it holds exactly this. */
  readonly content: string;
}

/** A TCP or UDP port of the sandbox, published on the host's 127.0.0.1. */
export interface PublishedPort {
  readonly hostPort: number;
  readonly containerPort: number;
  readonly protocol: "tcp" | "udp";
}

/** Where a sandbox may connect to. Everything else is refused. */
export interface NetworkPlan {
  /** Names: `name` is exactly that name, `*.name` its sub-domains. */
  readonly hosts: readonly string[];
  /** Names within an allowed `*.name` that stay refused. */
  readonly deniedHosts: readonly string[];
  /** Names of the user's own mirrors: allowed also when they resolve to private addresses. */
  readonly mirrorHosts: readonly string[];
  /** GitHub's published CIDRs, IPv4 and IPv6, open on TCP 22 and 443. */
  readonly githubRanges: readonly string[];
  /** TCP ports open towards `hosts` and `mirrorHosts`. */
  readonly ports: readonly number[];
  /** Upstream resolvers, IP addresses; empty means the engine's own. */
  readonly dns: readonly string[];
  readonly published: readonly PublishedPort[];
  /** Whether the sandbox's own loopback is open. */
  readonly localhost: boolean;
}

/** Limits in bytes, CPUs (1.5 is one and a half) and processes. */
export interface LimitsPlan {
  readonly memoryBytes: number | undefined;
  readonly cpus: number | undefined;
  readonly pids: number;
}

export interface WorkspaceIdentity {
  /** The real absolute path on the host. */
  readonly path: string;
  /** The last segment of the path, as it appears under `/workspace`. */
  readonly name: string;
  /** MD5 of the path (seed 002, "Container Naming"): an identity, not a secret. */
  readonly hash: string;
}

/** What the plans of all engines say of whose they are. */
export interface PlanBase {
  readonly workspace: WorkspaceIdentity;
  /** The branch whose worktree is worked on; undefined in bind mode. */
  readonly branch?: { readonly name: string } | undefined;
}

/** Everything the docker engine must do, as data: nothing is decided after this. */
export interface SandboxPlan extends PlanBase {
  /** The workspace's owner; commands run with these ids. */
  readonly user: { readonly uid: number; readonly gid: number };
  /** The host's groups that commands are in besides, by number. */
  readonly groups: readonly number[];
  /** Invariant: parents come before children, so that a later mount can narrow an earlier one. */
  readonly mounts: readonly Mount[];
  readonly placeholders: readonly Placeholder[];
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Variables that commands get from whoever enters, by name: a value is known only when a command
   * starts, and is kept nowhere.
   */
  readonly allowedVariables: readonly string[];
  readonly network: NetworkPlan;
  readonly limits: LimitsPlan;
  readonly workdir: string;
  /** The branch whose worktree is worked on; undefined in bind mode. */
  readonly branch: BranchPlan | undefined;
  /** Programs that are not what they are in the image, by name. */
  readonly commands: readonly PlannedCommand[];
  /** The named agent that works alone in it, by its own permissions; undefined where people enter. */
  readonly agent?: AgentPlan | undefined;
  readonly onLostMount: "stop" | "warn";
  /** What the engine tells of what it decides: what was blocked, or all. */
  readonly record: "blocked" | "all";
  readonly agents: AgentsPlan;
  readonly container: ContainerPlan;
}

export interface PlannedCommand {
  readonly name: string;
  /** "no": it is blocked; "run": a script in its place, which is mounted; "plain": git without its rules. */
  readonly does: "no" | "run" | "plain";
}

/** An agent with permissions of its own. */
export interface AgentPlan {
  /** Its file's name without the ending. */
  readonly name: string;
  /** Whether nothing of the host and of the shelf can be written. */
  readonly readOnly: boolean;
}

/** Where the agents keep their settings and credentials. */
export interface AgentsPlan {
  /** With all workspaces of the owner, or in this workspace's own volumes. */
  readonly isolation: "shared" | "per-workspace";
}

/** What only the docker engine reads. */
export interface ContainerPlan {
  /** The image to run, `name:tag`. */
  readonly image: string;
  /** The Docker network the container joins; undefined is the daemon's default bridge. */
  readonly network: string | undefined;
}
