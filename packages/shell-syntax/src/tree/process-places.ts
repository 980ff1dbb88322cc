const BEHIND_WORD = /(?:[^\s;&|(<>]|\\[^])$/;
const BEFORE_WORD = /^(?:[^\s;&|()<>]|[<>]\()/;

/** Where one may stand in a word that the parser does not read at all. */
const IN_WORD = /(?<=[^\s;&|()<>])[<>](?=\()/g;

/**
 * Bash's words may hold process substitutions, `a<(b)c`; the parser ends a word at each. What it takes for parts of
 * words are command substitutions: so those that touch a word are hidden as such, with all positions as they were.
 */
export class ProcessPlaces {
  readonly #source: string;
  readonly #hidden: ReadonlySet<number>;
  /** Those that the parser has found, with their ends, and those of the hidden that it took for substitutions. */
  readonly #found = new Map<number, number>();

  constructor(source: string, hidden: Iterable<number> = []) {
    this.#source = source;
    this.#hidden = new Set(hidden);
  }

  /** What the parser is given. */
  get text(): string {
    if (this.#hidden.size === 0) return this.#source;
    return this.#source.replace(/[<>](?=\()/g, (sign, at: number) =>
      this.#hidden.has(at) ? "$" : sign,
    );
  }

  found(place: number, end: number): void {
    this.#found.set(place, end);
  }

  /** The direction of one that is hidden; undefined where none is. */
  hiddenAt(place: number, end: number): "<" | ">" | undefined {
    if (!this.#hidden.has(place)) return undefined;
    this.found(place, end);
    return this.#source[place] === "<" ? "<" : ">";
  }

  /** A piece of what the parser was given, as the source has it. */
  written(place: number, text: string): string {
    return this.#hidden.size === 0 ? text : this.#source.slice(place, place + text.length);
  }

  /** What stands there, with the blanks behind it. */
  withBlanks(start: number, end: number): string {
    const [blanks = ""] = /^\s*/.exec(this.#source.slice(end)) ?? [];
    return this.#source.slice(start, end) + blanks;
  }

  /** Whether each of the hidden is a substitution outside of quotes. */
  get isWhole(): boolean {
    return [...this.#hidden].every((place) => this.#found.has(place));
  }

  /** With those hidden that touch a word; undefined where none does. */
  joined(): ProcessPlaces | undefined {
    const source = this.#source;
    const places = [...this.#found.entries()]
      .filter(([at, end]) => touches(source.slice(Math.max(at - 2, 0), at), source.slice(end)))
      .map(([at]) => at);
    return places.length === 0 ? undefined : new ProcessPlaces(source, places);
  }

  /** Without those that are in quotes; undefined where there is none. */
  met(): ProcessPlaces | undefined {
    const places = [...this.#hidden].filter((place) => this.#found.has(place));
    return places.length === 0 ? undefined : new ProcessPlaces(this.#source, places);
  }

  /** With all hidden that may be in words, where the parser finds an error. */
  guessed(): ProcessPlaces | undefined {
    const places = Array.from(this.#source.matchAll(IN_WORD), ({ index }) => index);
    return places.length === 0 ? undefined : new ProcessPlaces(this.#source, places);
  }
}

function touches(before: string, behind: string): boolean {
  return BEHIND_WORD.test(before) || BEFORE_WORD.test(behind);
}
