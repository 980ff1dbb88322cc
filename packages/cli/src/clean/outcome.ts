import type { Removal } from "./clean-facts.ts";

/** What became of one removal. */
export interface Outcome {
  readonly removal: Removal;
  /** Why it stayed after all; undefined: it is gone. */
  readonly refused: string | undefined;
}

/** A shelf that was packed: bytes of its object store. */
export interface Packed {
  readonly workspace: string;
  readonly before: number;
  readonly after: number;
}
