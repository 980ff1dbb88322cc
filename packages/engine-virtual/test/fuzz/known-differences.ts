/** Where the virtual shell answers otherwise than bash, and is meant to. */
export interface KnownDifference {
  /** For people. */
  readonly what: string;
  /** The scripts in which it shows. */
  readonly script: RegExp;
}

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [];
