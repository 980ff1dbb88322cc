/** What is at a name in a volume that an agent may have written. */
export type VolumeFile =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly content: string }
  /** Not one that is read; `what` says why, to follow "it is". */
  | { readonly kind: "other"; readonly what: string };

/** Something to be done to one name of a volume. */
export type VolumeChange =
  /** The file as given, whatever was there before; that is kept as `before`, where given. */
  | {
      readonly do: "write";
      readonly name: string;
      readonly content: string;
      readonly before?: string;
    }
  | { readonly do: "remove"; readonly name: string };

/**
 * The files at the top of one volume. No link in it is followed and nothing of it is run; what is
 * written has mode 0600 and belongs to the sandbox's user, and so does the top, with mode 0700.
 */
export interface VolumeFiles {
  read(names: readonly string[]): Promise<ReadonlyMap<string, VolumeFile>>;
  /** Does all of it in this order, and resolves with the names at which something was there before. */
  change(changes: readonly VolumeChange[]): Promise<ReadonlySet<string>>;
}
