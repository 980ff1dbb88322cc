import { binaryType } from "./binary-types.ts";
import { dataType } from "./data-text.ts";
import type { FileType } from "./file-type.ts";
import { scriptType, textType } from "./text-types.ts";
import { type TextKind, textKindOf } from "./text-kind.ts";

/** What a file is; `words` and `mime` are undefined where they cannot be told. */
export interface Found extends Partial<FileType> {
  readonly charset: string;
}

/** What the bytes of a file are. */
export function typeOf(bytes: Uint8Array): Found {
  if (bytes.length === 0) return { words: "empty", mime: "inode/x-empty", charset: "binary" };
  if (bytes.length === 1) {
    const words = "very short file (no magic)";
    return { words, mime: "application/octet-stream", charset: "binary" };
  }
  const binary = binaryType(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const kind = textKindOf(bytes);
  const charset = kind?.charset ?? "binary";
  if (binary !== undefined) return { ...binary, charset };
  return kind === undefined ? { charset } : { ...typeOfText(kind), charset };
}

function typeOfText(kind: TextKind): FileType {
  return dataType(kind.text) ?? scriptType(kind) ?? textType(kind);
}
