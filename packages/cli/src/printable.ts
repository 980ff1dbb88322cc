/**
 * Text that an agent may have written, for a terminal: control characters but for line ends and tabs
 * are shown as Unicode's pictures of them, so that none moves the cursor or colours what follows.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

/** The same for what must stay on one line. */
export function printableLine(text: string): string {
  return printable(text.replaceAll("\n", "\u240a").replaceAll("\t", "\u2409"));
}
