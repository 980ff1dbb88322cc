import type { HiddenPath } from "../hidden.ts";
import type { WorkspaceIdentity } from "../plan.ts";

/** A symbolic link. */
export interface LinkFact {
  /** In a directory by its real path. */
  readonly path: string;
  /** What it says. */
  readonly to: string;
}

/** What stands at a path of the host that the policy names. */
export interface PlaceFact {
  /** With all links followed, as far as something is there. */
  readonly real: string;
  readonly kind: "directory" | "file" | "other" | "absent";
  /** The links on the way: whoever may write in the directory of one chooses what is meant. */
  readonly links: readonly LinkFact[];
  /** Where the path itself is a link: what it says. */
  readonly link?: string | undefined;
  /** Of what is absent: the real directory above it that is there, unless its file system is read-only. */
  readonly above?: string | undefined;
}

/** The git directories of a linked worktree, which are outside of it. */
export interface WorktreeFact {
  readonly own: string;
  readonly common: string;
}

/** The daemon's socket, where the policy grants it. */
export type GrantedSocketFact =
  | { readonly source: string; readonly targets: readonly string[]; readonly host: string }
  | { readonly problem: string };

/** All that the plan of the bwrap engine needs to know of this machine; read once, before the plan. */
export interface BwrapFacts {
  readonly workspace: WorkspaceIdentity;
  readonly owner: { readonly uid: number; readonly gid: number };
  /** By absolute path: what rules without globs and protected paths name, and what the others match. */
  readonly places: ReadonlyMap<string, PlaceFact>;
  /** What patterns hide now; absolute and real. */
  readonly hidden: readonly HiddenPath[];
  /** Sockets by which programs outside could be reached; absolute and real. */
  readonly sockets: readonly string[];
  readonly worktree: WorktreeFact | undefined;
  /** Undefined where the policy does not grant it. */
  readonly docker: GrantedSocketFact | undefined;
  /** What programs need of the host's `/run`, which is not shown: `source` is real. */
  readonly runtime: readonly { readonly source: string; readonly target: string }[];
  /** Whether root starts it: the kernel's settings are root's by their owner, whatever capability is missing. */
  readonly isRoot: boolean;
  /** agent-sandbox's own folders, which are among the `places`; `records`, where they are not in `state`. */
  readonly own: {
    readonly config: string;
    readonly state: string;
    readonly cache: string;
    readonly records?: string;
  };
  /** An empty file of mode 0000. */
  readonly mask: string;
  /** How many sandboxes this process is in already, and whether the one around it lets another be opened. */
  readonly depth: number;
  readonly isNestingOpen: boolean;
}
