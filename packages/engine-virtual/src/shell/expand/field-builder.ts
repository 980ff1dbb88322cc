/** A word that came out: its text, and what it means as a pattern. */
export interface Field {
  readonly text: string;
  /** With backslashes before what was quoted; undefined where nothing in it is a pattern. */
  readonly pattern: string | undefined;
}

/** What may make a text a pattern. */
const MAY_GLOB = /[*?[]|[+@!]\(/;

/** A pattern, in which a backslash quotes: a bracket counts only where it is closed. */
const GLOB = /^(?:\\[^]|[^\\])*?(?:[*?]|\[(?:\\[^]|[^\\])*?\]|[+@!]\()/u;

/** Whether a text, with backslashes before what is quoted, may match anything but itself. */
export function isGlob(pattern: string): boolean {
  return MAY_GLOB.test(pattern) && GLOB.test(pattern);
}
const SPECIAL = /[\\*?[\]()|!+@^&-]/g;
const WHITE = " \t\n";

/** Puts fields together from what parts of a word expand to. */
export class FieldBuilder {
  readonly #separators: string | undefined;
  readonly #fields: Field[] = [];
  #text = "";
  #pattern = "";
  #isPattern = false;
  #hasStarted = false;
  /** What ended the field before, while none has begun. */
  #ended: "white" | "separator" | undefined;

  /** Whether an empty text is nothing: beside `$@` in the same quotes. */
  isWeak = false;

  readonly #escape: (text: string) => string;

  /** `separators` is IFS; without it everything is one field. */
  constructor(separators: string | undefined, escape = escapePattern) {
    this.#separators = separators;
    this.#escape = escape;
  }

  get splits(): boolean {
    return this.#separators !== undefined;
  }

  /** Bare text of the script: a pattern, but never split. */
  bare(text: string): void {
    if (text === "") return;
    this.#begin();
    this.#isPattern ||= MAY_GLOB.test(text);
    this.#text += text;
    this.#pattern += text;
  }

  quoted(text: string): void {
    if (text === "" && this.isWeak) return;
    this.#begin();
    this.#text += text;
    this.#pattern += this.#escape(text);
  }

  /** What came out of an expansion that is not quoted. */
  expanded(text: string): void {
    if (this.#separators === undefined || !this.#hasSeparator(text)) {
      this.bare(text);
      return;
    }
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at] ?? "";
      if (!this.#separators.includes(character)) continue;
      this.bare(text.slice(from, at));
      from = at + 1;
      if (WHITE.includes(character)) this.#endByWhite();
      else this.#endBySeparator();
    }
    this.bare(text.slice(from));
  }

  /** Between two elements of a list. */
  break(): void {
    if (this.#separators === undefined) this.quoted(" ");
    else this.#end();
    this.#ended = undefined;
  }

  fields(): readonly Field[] {
    this.#end();
    return this.#fields;
  }

  /** All of it as one. */
  whole(): Field {
    const pattern = this.#isPattern && isGlob(this.#pattern) ? this.#pattern : undefined;
    return { text: this.#text, pattern };
  }

  /** All of it as a pattern, whatever it holds. */
  wholePattern(): string {
    return this.#pattern;
  }

  #begin(): void {
    this.#hasStarted = true;
    this.#ended = undefined;
  }

  #hasSeparator(text: string): boolean {
    const separators = this.#separators ?? "";
    if (separators === WHITE) return /[ \t\n]/.test(text);
    return Array.from(separators).some((separator) => text.includes(separator));
  }

  #endByWhite(): void {
    if (!this.#hasStarted) return;
    this.#end();
    this.#ended = "white";
  }

  #endBySeparator(): void {
    if (!this.#hasStarted && this.#ended !== "white") this.#hasStarted = true;
    this.#end();
    this.#ended = "separator";
  }

  #end(): void {
    if (!this.#hasStarted) return;
    this.#fields.push(this.whole());
    this.#text = "";
    this.#pattern = "";
    this.#isPattern = false;
    this.#hasStarted = false;
  }
}

/** A text as the pattern that only it matches. */
function escapePattern(text: string): string {
  return text.replace(SPECIAL, "\\$&");
}

export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([^])/gu, "$1");
}
