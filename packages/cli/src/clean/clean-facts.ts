import type { KeptItem } from "@agent-sandbox/engine-docker";
import type { ShelfContents } from "@agent-sandbox/workspace";

import type { KeptTranscript } from "./kept-transcripts.ts";

/** All that deciding what goes needs to know; read once, before the plan. */
export interface CleanFacts {
  readonly now: Date;
  readonly items: readonly KeptItem[];
  /** By hash. */
  readonly workspaces: ReadonlyMap<string, WorkspaceFacts>;
  /** Of every workspace. */
  readonly transcripts: readonly KeptTranscript[];
}

export interface WorkspaceFacts {
  readonly hash: string;
  /** Undefined where no label tells it. */
  readonly path: string | undefined;
  /** Whether the folder is there; one that may not be looked at counts as there. */
  readonly isThere: boolean;
  /** Undefined where there is no shelf. */
  readonly shelf: ShelfFacts | undefined;
}

/** What is in a shelf, or why nobody could look. */
export type ShelfFacts = ShelfContents | { readonly problem: string };

export interface CleanOptions {
  /** The hash of the one workspace to clean; undefined: all of them. */
  readonly only: string | undefined;
  /** Milliseconds since the last use; undefined: however short ago that was. */
  readonly olderThan: number | undefined;
  /** Names of branches and volumes that go with what only they have. */
  readonly force: readonly string[];
}

/** Something that may go: an item of Docker's, a branch of a shelf, or a workspace's transcripts. */
export interface Candidate {
  readonly kind: KeptItem["kind"] | "branch" | "transcripts";
  readonly name: string;
  readonly workspaceHash: string | undefined;
  readonly workspace: string | undefined;
  /** What would be free without it. */
  readonly bytes: number;
  /** The item; undefined for what is none of Docker's. */
  readonly item: KeptItem | undefined;
  /** Of transcripts. */
  readonly files?: readonly string[];
}

export interface Removal extends Candidate {
  /** Why it may go, for people. */
  readonly reason: string;
  /** Whether it goes with what only it has, because it was named. */
  readonly forced: boolean;
}

export interface Kept extends Candidate {
  /** Why it stays, for people. */
  readonly reason: string;
  /** Whether it would go if it was named. */
  readonly atRisk: boolean;
}

export interface CleanPlan {
  readonly removals: readonly Removal[];
  /** What nothing uses and yet stays; what is in use is not listed. */
  readonly kept: readonly Kept[];
  /** Hashes of workspaces whose shelf is worth packing. */
  readonly packs: readonly string[];
}
