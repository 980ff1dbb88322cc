/** Reads a pattern from left to right. */
export class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  /** The character `ahead` of the next one; empty behind the end. */
  peek(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? "";
  }

  next(): string {
    const character = this.peek();
    this.#at += 1;
    return character;
  }

  startsWith(text: string): boolean {
    return Array.from(text).every((character, index) => this.peek(index) === character);
  }

  /** Goes past `text` where it stands next. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.#at += Array.from(text).length;
    return true;
  }

  /** All up to `text`, and past it; `undefined` where it does not come. */
  takeUntil(text: string): string | undefined {
    const start = this.#at;
    while (!this.isAtEnd) {
      if (this.startsWith(text)) {
        const found = this.#characters.slice(start, this.#at).join("");
        this.take(text);
        return found;
      }
      this.#at += 1;
    }
    this.#at = start;
    return undefined;
  }

  /** What a sticky expression finds here, and past it. */
  match(expression: RegExp): RegExpExecArray | undefined {
    const rest = this.#characters.slice(this.#at, this.#at + 80).join("");
    const found = expression.exec(rest);
    if (found?.index !== 0) return undefined;
    this.#at += Array.from(found[0]).length;
    return found;
  }
}
