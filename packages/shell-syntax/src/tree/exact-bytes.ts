/** Bytes above ASCII that stand side by side, as `\xHH` or `\NNN`; other escapes are passed over. */
const RUNS = /((?:\\x[89a-fA-F][\da-fA-F]|\\[23][0-7]{2})+)|\\[^]/g;
const BYTE = /\\(?:x(..)|(...))/g;
const REPLACED = "\ufffd";
const NAMED = /\\u0*fffd/i;

/** A byte that is part of no character is a lone surrogate, which can be told from all that are. */
const LONE = 0xdc00;

/** What `$'…'` stands for, whose bytes that are no UTF-8 were read as U+FFFD, with those bytes. */
export function exactBytes(value: string, text: string): string {
  if (!value.includes(REPLACED) || text.includes(REPLACED) || NAMED.test(text)) return value;
  const runs = Array.from(text.matchAll(RUNS), ([, run = ""]) => run);
  const lone = runs.flatMap((run) => loneBytes(bytesOf(run))).values();
  return value.replace(/\ufffd+/g, (replaced) => lone.next().value ?? replaced);
}

const bytesOf = (run: string): readonly number[] =>
  Array.from(run.matchAll(BYTE), ([, hex, octal = ""]) =>
    hex === undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex, 16),
  );

/** The bytes between characters, those side by side in one text. */
function loneBytes(bytes: readonly number[]): readonly string[] {
  const found: string[] = [];
  let pending = "";
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length === 0) pending += String.fromCharCode(LONE + (bytes[at] ?? 0));
    else if (pending !== "") {
      found.push(pending);
      pending = "";
    }
    at += length || 1;
  }
  return pending === "" ? found : [...found, pending];
}

/** How many bytes are one character from here on; 0 where none begins. */
function characterLength(bytes: readonly number[], at: number): number {
  for (const length of [2, 3, 4]) {
    const escaped = bytes.slice(at, at + length).map((byte) => `%${byte.toString(16)}`);
    try {
      decodeURIComponent(escaped.join(""));
      return escaped.length;
    } catch {
      continue;
    }
  }
  return 0;
}
