import type { LinkFact } from "./bwrap-facts.ts";
import type { Placeholder, PlanBase, SandboxPlan } from "../plan.ts";

/** One path of the sandbox, which is everywhere the host's own path. */
export type BwrapMount =
  | {
      readonly kind: "bind";
      readonly source: string;
      readonly target: string;
      readonly mode: "ro" | "rw";
    }
  /** A device, which an ordinary mount would make useless. */
  | { readonly kind: "device"; readonly source: string; readonly target: string }
  /** A directory that shows nothing and takes nothing. */
  | { readonly kind: "hidden-directory"; readonly target: string }
  /** A file that none may read: `source` is an empty one of mode 0000. */
  | { readonly kind: "hidden-file"; readonly source: string; readonly target: string }
  /** The same in place of a socket of a program outside, which may be gone at any time. */
  | { readonly kind: "hidden-socket"; readonly source: string; readonly target: string }
  /** An empty directory of the sandbox's own, gone with it. */
  | { readonly kind: "own-directory"; readonly target: string }
  | { readonly kind: "link"; readonly target: string; readonly to: string };

/** Placeholders below one directory of the host. */
export interface PlaceholderGroup {
  readonly root: string;
  readonly placeholders: readonly Placeholder[];
}

/** A file of the sandbox's own, whose content comes with the plan. */
export interface PlannedFile {
  /** Below `/run/agent-sandbox`, or in place of a program. */
  readonly target: string;
  readonly content: string | Uint8Array;
  readonly mode: number;
}

/** What stands in place of programs. */
export interface ShimPlan {
  /** Made anew, empty and then read-only; before all else. */
  readonly folders: readonly string[];
  readonly files: readonly PlannedFile[];
  /** Read-only, over the real programs among others. */
  readonly binds: readonly { readonly source: string; readonly target: string }[];
  readonly links: readonly { readonly target: string; readonly value: string }[];
  /** What the shims are: the compiled program, or scripts. */
  readonly kind: "launcher" | "sh" | "none";
}

/**
 * "shared": the host's own; "none": a namespace without a way out; "proxy": one whose only way out is a proxy
 * of ours, which opens named hosts.
 */
export type BwrapNetwork = "shared" | "none" | "proxy";

/** Everything that the bwrap engine must do, as data: nothing is decided after this. */
export interface BwrapPlan extends PlanBase, Pick<SandboxPlan, "environment" | "allowedVariables"> {
  /** Whether all of the host is there, read-only, or nothing but what is mounted. */
  readonly base: "host" | "empty";
  /** Invariant: parents come before children, so that a later mount can narrow an earlier one. */
  readonly mounts: readonly BwrapMount[];
  readonly placeholders: readonly PlaceholderGroup[];
  /** Links that stay as they are, in directories that can be written: no mount keeps one from being replaced. */
  readonly keptLinks: readonly LinkFact[];
  /** Who owns the workspace, and what is made in it. */
  readonly user: SandboxPlan["user"];
  readonly network: BwrapNetwork;
  readonly shims: ShimPlan;
  readonly workdir: string;
  /** Whether another one can be opened in it; by the same means what is read-only in it can be renamed away. */
  readonly nests: boolean;
  /** How deep it is: 1, and 2 for a sandbox in a sandbox. */
  readonly depth: number;
}
