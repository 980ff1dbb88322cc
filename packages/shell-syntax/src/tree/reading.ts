import type { ParsedScript } from "unbash";

import type { Script, Span } from "../syntax-tree.ts";
import { ShellSyntaxError } from "../shell-syntax-error.ts";

export interface ReadingLimits {
  /** How many levels of commands, substitutions and words may be inside of each other. */
  readonly depth: number;
}

interface Positioned {
  readonly pos: number;
  readonly end: number;
}

/** Where the parser's tree is being taken over: how deep, and what positions mean there. */
export class Reading {
  readonly #limits: ReadingLimits;
  readonly #depth: number;
  /** Set where positions are those of another text. */
  readonly #place: Span | undefined;
  /** Takes a script over; given, since words hold scripts and scripts hold words. */
  readonly #take: (script: ParsedScript, reading: Reading) => Script;

  constructor(
    limits: ReadingLimits,
    take: (script: ParsedScript, reading: Reading) => Script,
    at: { readonly depth: number; readonly place: Span | undefined } = {
      depth: 0,
      place: undefined,
    },
  ) {
    this.#limits = limits;
    this.#take = take;
    this.#depth = at.depth;
    this.#place = at.place;
  }

  span({ pos, end }: Positioned): Span {
    return this.#place ?? { start: pos, end };
  }

  /** The same, one level further in. */
  inside(node: Positioned): Reading {
    if (this.#depth >= this.#limits.depth) this.fail("it is nested too deeply", node);
    return this.#at(this.#depth + 1, this.#place);
  }

  /** A script inside of a word, which the parser may have read from an unescaped text of its own. */
  script(script: ParsedScript | undefined, owner: Positioned): Script {
    if (script === undefined) return this.fail("a substitution has no end", owner);
    const reading = this.inside(owner);
    const place = script.source === undefined ? this.#place : this.span(owner);
    return this.#take(script, reading.#at(reading.#depth, place));
  }

  fail(state: string, node: Positioned): never {
    throw new ShellSyntaxError(state, this.span(node).start);
  }

  #at(depth: number, place: Span | undefined): Reading {
    return new Reading(this.#limits, this.#take, { depth, place });
  }
}
