/** A path that the policy hides, as it was found. */
export interface HiddenPath {
  /** Relative to the directory that was searched, by `/`. */
  readonly path: string;
  readonly kind: "directory" | "file";
}
