import type { Random } from "../random.ts";

/** One choice of a grammar, and how often it is taken beside the others. */
export type Choice = readonly [weight: number, write: (writer: Writer) => string];

type Rule = (writer: Writer) => string;

/** Rules that stand in each other, so that none of their files needs all the others. */
export interface Rules {
  readonly compound: Rule;
  readonly substitution: Rule;
  readonly word: Rule;
}

interface WriterParts {
  readonly random: Random;
  readonly commands: ReadonlySet<string>;
  readonly rules: Rules;
  readonly fuel: number;
}

/** What the rules of the grammar share: chance, how deep they are, and which commands there are. */
export class Writer {
  readonly random: Random;
  readonly commands: ReadonlySet<string>;
  readonly rules: Rules;
  /** What is left of the budget: rules that hold others spend it. */
  fuel: number;
  /** Loops around, so that `break` and `continue` mean something. */
  loops = 0;
  functions = 0;
  /** Names are told apart, so that no loop changes the counter of another one. */
  #count = 0;

  constructor({ commands, fuel, random, rules }: WriterParts) {
    this.random = random;
    this.commands = commands;
    this.rules = rules;
    this.fuel = fuel;
  }

  /** Spends some of the budget; false where none is left. */
  spend(): boolean {
    this.fuel -= 1;
    return this.fuel >= 0;
  }

  choose(choices: readonly Choice[]): string {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.random.below(total);
    for (const [weight, write] of choices) {
      at -= weight;
      if (at < 0) return write(this);
    }
    return "";
  }

  /** One of some texts. */
  one(...texts: readonly [string, ...string[]]): string {
    return this.random.pick(texts);
  }

  fresh(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count}`;
  }
}
