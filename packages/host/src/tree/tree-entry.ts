/** What is at one path of a directory of the host, as it can be put elsewhere. */
export type TreeEntry =
  | { readonly content: Uint8Array; readonly mode: number; readonly modified: number }
  | { readonly link: string }
  | { readonly directory: true; readonly mode: number };
