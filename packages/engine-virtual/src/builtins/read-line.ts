import { cutOffLength } from "@agent-sandbox/shell-syntax";

import type { Running } from "../commands/command.ts";
import { FileError } from "../files/errors.ts";
import type { SharedInput } from "../shell/io/shared-input.ts";
import { decodeText } from "../shell/text.ts";

interface LineWish {
  readonly raw: boolean;
  readonly delimiter: string | undefined;
  readonly most: number | undefined;
}

/** Marks a character that a backslash took its meaning from. */
export const ESCAPED = "\uE000";

interface ReadLine {
  readonly text: string;
  readonly isEnd: boolean;
  /** Why nothing could be read. */
  readonly refusal?: string;
}

export function* readLine(input: SharedInput, wish: LineWish): Running<ReadLine> {
  try {
    return yield* readWhole(input, wish);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { text: "", isEnd: true, refusal: error.message };
  }
}

function* readWhole(input: SharedInput, wish: LineWish): Running<ReadLine> {
  const code = wish.delimiter?.codePointAt(0);
  let text = "";
  for (;;) {
    const { bytes, isEnd } =
      wish.most === undefined
        ? yield* input.readUntil(code)
        : yield* readCharacters(input, { code, most: wish.most, raw: wish.raw });
    text += decodeText(bytes).replaceAll("\0", "");
    const going = isEnd || wish.most !== undefined ? undefined : goesOn(text, bytes, wish);
    if (going === undefined) return { text: wish.raw ? text : unescaped(text), isEnd };
    text = going;
  }
}

const ENDS_IN_BACKSLASH = /(?:^|[^\\])(?:\\\\)*\\$/;

/** The text with which a line goes on behind what would have ended it. */
function goesOn(text: string, bytes: Uint8Array, wish: LineWish): string | undefined {
  const end = wish.delimiter ?? "";
  // Bash takes what ends the line for the rest of a character that is cut off in front of it.
  if (cutOffLength(bytes) > 0) return text + end;
  if (wish.raw || !ENDS_IN_BACKSLASH.test(text)) return undefined;
  // A backslash takes its meaning away; a newline goes with it.
  return end === "\n" ? text.slice(0, -1) : text + end;
}

const BACKSLASH = 92;
const NEWLINE = 10;

/** Counts characters, not bytes; a backslash belongs to the one behind it, and takes a newline with it. */
class Counted {
  readonly bytes: number[] = [];
  /** Where the last character begins. */
  #start = 0;
  count = 0;
  escapes = false;
  readonly #raw: boolean;

  constructor(raw: boolean) {
    this.#raw = raw;
  }

  add(byte: number): void {
    const isGone = this.escapes && byte === NEWLINE;
    this.bytes.push(byte);
    this.escapes = byte === BACKSLASH && !this.#raw && !this.escapes;
    if (cutOffLength(Uint8Array.from(this.bytes.slice(this.#start))) > 0) return;
    this.#start = this.bytes.length;
    if (!this.escapes && !isGone) this.count += 1;
  }
}

interface CountedWish {
  readonly code: number | undefined;
  readonly most: number;
  readonly raw: boolean;
}

function* readCharacters(
  input: SharedInput,
  { code, most, raw }: CountedWish,
): Running<{ readonly bytes: Uint8Array; readonly isEnd: boolean }> {
  const read = new Counted(raw);
  while (read.count < most) {
    const { bytes, isEnd } = yield* input.readUntil(code, 1);
    if (bytes.length === 0 && (isEnd || !read.escapes)) {
      return { bytes: Uint8Array.from(read.bytes), isEnd };
    }
    read.add(bytes[0] ?? code ?? NEWLINE);
  }
  return { bytes: Uint8Array.from(read.bytes), isEnd: false };
}

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\([^]?)/gu, (_, one: string) => (one === "\n" ? "" : ESCAPED + one));
}
