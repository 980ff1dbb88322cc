import { gunzipSync, gzipSync } from "node:zlib";

/** A record's file: its name in the folder of its day, and what it holds. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Many files as one that is compressed: before each a line of JSON with its name and its length in
 * bytes, so that each comes out as it was, torn lines included.
 */
export function packArchive(files: readonly NamedText[]): Buffer {
  const parts = files.flatMap(({ name, text }) => {
    const content = Buffer.from(text);
    return [Buffer.from(`${JSON.stringify({ name, bytes: content.length })}\n`), content];
  });
  return gzipSync(Buffer.concat(parts));
}

/** Fails with an Error that says what is wrong with it. */
export function unpackArchive(archive: Buffer): readonly NamedText[] {
  const all = gunzipSync(archive);
  const files: NamedText[] = [];
  for (let at = 0; at < all.length;) {
    const end = all.indexOf("\n", at);
    const { name, bytes } = headOf(all.toString("utf8", at, end));
    at = end + 1 + bytes;
    if (end < 0 || at > all.length) throw new Error("a file in it is cut off");
    files.push({ name, text: all.toString("utf8", end + 1, at) });
  }
  return files;
}

function headOf(line: string): { readonly name: string; readonly bytes: number } {
  const head: unknown = JSON.parse(line);
  if (typeof head === "object" && head !== null && "name" in head && "bytes" in head) {
    const { name, bytes } = head;
    const isSize = typeof bytes === "number" && Number.isSafeInteger(bytes) && bytes >= 0;
    if (typeof name === "string" && isSize) return { name, bytes };
  }
  throw new Error("a file in it has no name");
}
