import { FileError } from "../errors.ts";
import type { OpenFile, OpenHow } from "../files.ts";
import type { Standing } from "./view-walk.ts";

type Viewed = Standing & { readonly view: NonNullable<Standing["view"]> };

const CHUNK = 65_536;

/** A file of the host for reading; it is opened anew for each piece, so that none is left open. */
export function openViewed({ status, view }: Viewed, path: string, how: OpenHow): OpenFile {
  if (how.write === true) throw new FileError(refusalOf(status?.kind), path);
  if (status === undefined) throw new FileError("ENOENT", path);
  if (status.kind === "directory") throw new FileError("EISDIR", path);
  let at = 0;
  return {
    read(length = CHUNK) {
      const piece = view.directory.readAt(view.names, at, Math.min(length, CHUNK));
      at += piece.length;
      return piece.length === 0 ? undefined : piece;
    },
    write() {
      throw new FileError("EROFS", path);
    },
    close: () => undefined,
  };
}

function refusalOf(kind: string | undefined): "EISDIR" | "EROFS" {
  return kind === "directory" ? "EISDIR" : "EROFS";
}
