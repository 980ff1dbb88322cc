import type { FileKind, Files } from "./files.ts";

/** One path of a tree with all that belongs to it. */
export type ExportedEntry = {
  readonly path: string;
  readonly mode: number;
  readonly modified: number;
} & (
  | { readonly kind: "file"; readonly content: Uint8Array }
  | { readonly kind: "directory" }
  | { readonly kind: "link"; readonly target: string }
);

function entryAt(files: Files, path: string, kind: Exclude<FileKind, "device">): ExportedEntry {
  const { mode, modified } = files.lstat(path);
  const shared = { path, mode, modified };
  switch (kind) {
    case "file":
      return { ...shared, kind, content: files.read(path) };
    case "link":
      return { ...shared, kind, target: files.readLink(path) };
    case "directory":
      return { ...shared, kind };
  }
}

/** Everything below a directory, parents before what is in them. */
export function* exportTree(files: Files, top = "/"): Iterable<ExportedEntry> {
  for (const { name, kind } of files.list(top)) {
    if (kind === "device") continue;
    const path = top === "/" ? `/${name}` : `${top}/${name}`;
    yield entryAt(files, path, kind);
    if (kind === "directory") yield* exportTree(files, path);
  }
}
