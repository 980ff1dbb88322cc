/** One thing to do with a path; none of its parts below the root may be a symbolic link. */
export type Step = {
  /** Absolute, and nobody else's to replace: the root of a mount. */
  readonly root: string;
  /** Relative to the root. */
  readonly path: string;
} & (
  | { readonly do: "look" | "records" | "remove" }
  /** Makes it and its parents where they are absent; `orFile`: a file that is there stays. */
  | { readonly do: "directory"; readonly orFile?: boolean }
  /** Makes the file, whole at once, where nothing is. */
  | { readonly do: "file"; readonly content: string }
  /** Gives the file this content, in place: where it is mounted elsewhere, it stays the same file. */
  | { readonly do: "write"; readonly content: string }
  /** Adds the lines that the file does not have. */
  | { readonly do: "lines"; readonly content: string }
  /** Gives the file this content by renaming another over it; readable to all, writable to none. */
  | { readonly do: "publish"; readonly content: string }
  /**
   * Takes over git's lock at that path, or all locks below it, once it is older than 10 s; `ours`:
   * at once. Waits for younger ones to go.
   */
  | { readonly do: "unlock"; readonly ours: boolean }
);

export type Kind = "directory" | "file" | "link" | "absent" | "other";

/** What one directory below the path has. */
export interface FoundRecord {
  readonly name: string;
  /** How many entries. */
  readonly entries: number;
  /** What its small files hold, by name. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Outcome {
  /** Of `look`. */
  readonly kind?: Kind;
  /** Of a file that is looked at, up to 1 MiB. */
  readonly content?: string;
  /** Of `records`. */
  readonly records?: readonly FoundRecord[];
  /** The step failed, and those after it in its group were not done. */
  readonly problem?: {
    /** What stands in the way, where that is the problem; else the system's own code. */
    readonly reason: Kind | "failed";
    /** The path that it is about, relative to the root. */
    readonly path: string;
    readonly message: string;
  };
}
