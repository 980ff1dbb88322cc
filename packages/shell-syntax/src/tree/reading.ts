import type { ParsedScript } from "unbash";

import type { Script, Span } from "../syntax-tree.ts";
import { ShellSyntaxError } from "../shell-syntax-error.ts";
import type { ProcessPlaces } from "./process-places.ts";

export interface ReadingLimits {
  /** How many levels of commands, substitutions and words may be inside of each other. */
  readonly depth: number;
  /** Where process substitutions are, in the text that is read. */
  readonly processes: ProcessPlaces;
}

interface Positioned {
  readonly pos: number;
  readonly end: number;
}

interface At {
  readonly depth: number;
  /** What positions are those of. */
  readonly text: string;
  readonly place: Span | undefined;
  readonly isQuoted: boolean;
}

const PARENTHESIS = /(?:[ \t]|\\\n)*\(/y;

/** Where the parser's tree is being taken over: how deep, and what positions mean there. */
export class Reading {
  readonly #limits: ReadingLimits;
  readonly #depth: number;
  readonly #text: string;
  /** Set where positions are those of another text. */
  readonly #place: Span | undefined;
  readonly #isQuoted: boolean;
  /** Takes a script over; given, since words hold scripts and scripts hold words. */
  readonly #take: (script: ParsedScript, reading: Reading) => Script;

  constructor(
    limits: ReadingLimits,
    take: (script: ParsedScript, reading: Reading) => Script,
    at: At = { depth: 0, text: limits.processes.text, place: undefined, isQuoted: false },
  ) {
    this.#limits = limits;
    this.#take = take;
    this.#depth = at.depth;
    this.#text = at.text;
    this.#place = at.place;
    this.#isQuoted = at.isQuoted;
  }

  span({ pos, end }: Positioned): Span {
    return this.#place ?? { start: pos, end };
  }

  /** What there is as it is written. */
  textOf({ text, ...node }: Positioned & { readonly text: string }): string {
    return this.#place === undefined ? this.#limits.processes.written(node.pos, text) : text;
  }

  /** What stands there, with the blanks behind it; undefined where positions are those of another text. */
  withBlanks({ pos, end }: Positioned): string | undefined {
    return this.#place === undefined ? this.#limits.processes.withBlanks(pos, end) : undefined;
  }

  /** Whether a parenthesis is the next that stands behind it on its line. */
  isBeforeParenthesis({ end }: Positioned): boolean {
    PARENTHESIS.lastIndex = end;
    return PARENTHESIS.test(this.#text);
  }

  /** A process substitution that the parser has found. */
  metProcess({ pos, end }: Positioned): void {
    if (this.#place === undefined) this.#limits.processes.found(pos, end);
  }

  /** The direction of what the parser has taken for a command substitution; undefined for a true one. */
  processAt({ pos, end }: Positioned): "<" | ">" | undefined {
    const isPlain = this.#place === undefined && !this.#isQuoted;
    return isPlain ? this.#limits.processes.hiddenAt(pos, end) : undefined;
  }

  /** The same, one level further in. */
  inside(node: Positioned): Reading {
    if (this.#depth >= this.#limits.depth) this.fail("it is nested too deeply", node);
    return this.#at({ depth: this.#depth + 1 });
  }

  /** The same between double quotes, where a process substitution is nothing but text. */
  quoted(node: Positioned): Reading {
    return this.inside(node).#at({ isQuoted: true });
  }

  /** The same for a text of its own, of which nothing is told but whose it is. */
  elsewhere(owner: Positioned, text: string): Reading {
    return this.inside(owner).#at({ text, place: this.span(owner) });
  }

  /** The same for such a text that is read as if there were no quotes around. */
  bare(owner: Positioned, text: string): Reading {
    return this.elsewhere(owner, text).#at({ isQuoted: false });
  }

  /** Whether it is between double quotes, or in a here-document. */
  get isQuoted(): boolean {
    return this.#isQuoted;
  }

  /** A script inside of a word, which the parser may have read from an unescaped text of its own. */
  script(script: ParsedScript | undefined, owner: Positioned): Script {
    if (script === undefined) return this.fail("a substitution has no end", owner);
    const reading = this.inside(owner);
    const { source: text = this.#text } = script;
    const place = script.source === undefined ? this.#place : this.span(owner);
    return this.#take(script, reading.#at({ text, place, isQuoted: false }));
  }

  fail(state: string, node: Positioned): never {
    throw new ShellSyntaxError(state, this.span(node).start);
  }

  #at(changed: Partial<At>): Reading {
    const at = { depth: this.#depth, text: this.#text, place: this.#place };
    const rest = { isQuoted: this.#isQuoted };
    return new Reading(this.#limits, this.#take, { ...at, ...rest, ...changed });
  }
}
