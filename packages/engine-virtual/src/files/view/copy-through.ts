import { FileError } from "../errors.ts";
import type { Files } from "../files.ts";

/** Copies what is partly the host's, content by content: all of it or nothing. */
export function copyThrough(files: Files, from: string, to: string): void {
  if (`${to}/`.startsWith(from === "/" ? from : `${from}/`)) throw new FileError("EINVAL", to);
  files.atomically(() => copyNode(files, from, to));
}

function copyNode(files: Files, from: string, to: string): void {
  const { kind, mode, modified } = files.lstat(from);
  if (kind === "link") {
    if (files.exists(to)) files.remove(to);
    files.link(files.readLink(from), to);
  } else if (kind === "directory") {
    files.makeDirectory(to, mode);
    for (const { name } of files.list(from))
      copyNode(files, `${from === "/" ? "" : from}/${name}`, `${to}/${name}`);
  } else {
    files.write(to, files.read(from), mode);
    files.setModified(to, modified);
  }
}
