const CODES = { path: "\x1b[35m", line: "\x1b[32m", place: "", match: "\x1b[1m\x1b[31m" } as const;

/** Puts the colours of a terminal around the parts of a row, or nothing. */
export class RgColors {
  readonly isOn: boolean;

  constructor(isOn: boolean) {
    this.isOn = isOn;
  }

  paint(kind: keyof typeof CODES, text: string): string {
    return this.isOn ? `\x1b[0m${CODES[kind]}${text}\x1b[0m` : text;
  }
}
