import type { PathOperation } from "./asked.ts";

const OPERATIONS: Readonly<Record<string, PathOperation>> = {
  "Add File": "create",
  "Update File": "write",
  "Delete File": "delete",
  "Move to": "write",
};

/** The files that a patch in Codex's own form names. */
export function patchFiles(
  patch: string,
): readonly { readonly operation: PathOperation; readonly path: string }[] {
  const header = /^\*\*\* (Add File|Update File|Delete File|Move to):[ \t]*(.+?)[ \t]*\r?$/gm;
  return Array.from(patch.matchAll(header)).flatMap(([, what = "", path = ""]) => {
    const operation = OPERATIONS[what];
    return operation === undefined ? [] : [{ operation, path }];
  });
}
