/** What of this machine decides what stands in place of programs. */
export interface ShimFacts {
  /** By a command's name: where the PATH has it, each real file once, in the PATH's order. */
  readonly programs: ReadonlyMap<string, readonly string[]>;
  /** By their paths: what the rules' scripts say, or why they cannot be run. */
  readonly scripts: ReadonlyMap<string, ScriptContent>;
  /**
   * By a program's real file that lies in no folder of the PATH: what else lies beside it, which it may
   * need there. Absent where that is too much.
   */
  readonly beside: ReadonlyMap<string, readonly FolderEntry[]>;
  /** The text of the preset "@git". */
  readonly gitScript: string;
  /** The compiled program, where there is one for this machine. */
  readonly launcher: string | undefined;
  /** The real file of `/bin/sh`. */
  readonly shell: string;
  /** Of the sandbox that this one is opened in: what its rule for a name is. */
  readonly outer: ReadonlyMap<string, OuterRule>;
  /** Programs that are the outer sandbox's scripts: files without a name, which nothing can be mounted over. */
  readonly outerShims: ReadonlySet<string>;
}

/** `link`: where it leads. */
export interface FolderEntry {
  readonly name: string;
  readonly link: string | undefined;
}

export type ScriptContent = { readonly content: Uint8Array } | { readonly problem: string };

export type OuterRule = "wrapper" | "preset";
