import type { Running } from "../commands/command.ts";
import type { SharedInput } from "../shell/io/shared-input.ts";
import { decodeText } from "../shell/text.ts";

interface LineWish {
  readonly raw: boolean;
  readonly delimiter: string | undefined;
  readonly most: number | undefined;
}

/** Marks a character that a backslash took its meaning from. */
export const ESCAPED = "\uE000";

export function* readLine(
  input: SharedInput,
  wish: LineWish,
): Running<{ readonly text: string; readonly isEnd: boolean }> {
  const code = wish.delimiter?.codePointAt(0);
  let text = "";
  for (;;) {
    const { bytes, isEnd } =
      wish.most === undefined
        ? yield* input.readUntil(code)
        : yield* readCharacters(input, { code, most: wish.most, raw: wish.raw });
    text += decodeText(bytes).replaceAll("\0", "");
    if (wish.raw) return { text, isEnd };
    // A backslash takes the meaning away from what would end the line; a newline goes with it.
    const isContinued = /(?:^|[^\\])(?:\\\\)*\\$/.test(text) && !isEnd;
    if (!isContinued || wish.most !== undefined) return { text: unescaped(text), isEnd };
    text = wish.delimiter === "\n" ? text.slice(0, -1) : text + (wish.delimiter ?? "");
  }
}

const BACKSLASH = 92;
const NEWLINE = 10;

/** Counts characters, not bytes; a backslash belongs to the one behind it, and takes a newline with it. */
class Counted {
  readonly bytes: number[] = [];
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
    if (!this.escapes && !isGone && this.#isWhole()) this.count += 1;
  }

  #isWhole(): boolean {
    return decodeText(Uint8Array.from(this.bytes)).isWellFormed();
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
