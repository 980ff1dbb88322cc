import { decodeText } from "../../shell/text.ts";

/** What stands in front of the packed bytes of a gzip file (RFC 1952). */
export interface HeaderFacts {
  readonly length: number;
  readonly name: string | undefined;
  /** Milliseconds since 1970; 0 where none is kept. */
  readonly modified: number;
}

const FIXED = 10;
const FLAG = { check: 2, extra: 4, name: 8, comment: 16 } as const;

/** Where the text that begins at `from` ends: behind its zero byte. */
function behindText(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(0, from);
  return end === -1 ? bytes.length : end + 1;
}

/** Pure: reads the header of the first member. */
export function headerIn(bytes: Uint8Array): HeaderFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const flags = bytes[3] ?? 0;
  let at = FIXED;
  if ((flags & FLAG.extra) !== 0 && at + 2 <= bytes.length) at += 2 + view.getUint16(at, true);
  let name: string | undefined;
  if ((flags & FLAG.name) !== 0) {
    const end = behindText(bytes, at);
    name = decodeText(bytes.subarray(at, end - 1));
    at = end;
  }
  if ((flags & FLAG.comment) !== 0) at = behindText(bytes, at);
  if ((flags & FLAG.check) !== 0) at += 2;
  const seconds = bytes.length < FIXED ? 0 : view.getUint32(4, true);
  return { length: at, name, modified: seconds * 1_000 };
}
