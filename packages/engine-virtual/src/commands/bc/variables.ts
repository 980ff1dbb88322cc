import { BcError, type Decimal, integer, ZERO } from "./number.ts";
import type { BcFunction, Parameter } from "./syntax.ts";

const MOST_SCALE = 100_000;
const MOST_INDEX = 2 ** 24;
const MOST_VALUES = 1_000_000;

type Values = Map<number, Decimal>;

/** What was under a name before a function was called. */
type Saved = readonly [parameter: Parameter, value: Decimal | Values | undefined];

function whole({ value, scale }: Decimal): number {
  return Number(scale === 0 ? value : value / 10n ** BigInt(scale));
}

/** All that a program of bc has given a name to. */
export class BcVariables {
  readonly functions = new Map<string, BcFunction>();
  readonly #simple = new Map<string, Decimal>();
  readonly #arrays = new Map<string, Values>();
  #elements = 0;
  scale = 0;
  ibase = 10;
  obase = 10;

  get(name: string): Decimal {
    if (name === "scale" || name === "ibase" || name === "obase") return integer(this[name]);
    return this.#simple.get(name) ?? ZERO;
  }

  set(name: string, value: Decimal): void {
    if (name === "scale") this.scale = Math.max(0, Math.min(MOST_SCALE, whole(value)));
    else if (name === "ibase") this.ibase = Math.max(2, Math.min(16, whole(value)));
    else if (name === "obase") this.obase = Math.max(2, whole(value));
    else this.#simple.set(name, value);
  }

  element(name: string, index: Decimal): Decimal {
    return this.#arrays.get(name)?.get(this.#indexOf(index)) ?? ZERO;
  }

  setElement(name: string, index: Decimal, value: Decimal): void {
    const values = this.#arrays.get(name) ?? new Map<number, Decimal>();
    this.#arrays.set(name, values);
    const at = this.#indexOf(index);
    if (!values.has(at)) this.#elements += 1;
    if (this.#elements > MOST_VALUES) throw new BcError("arrays have too many elements here");
    values.set(at, value);
  }

  #indexOf(index: Decimal): number {
    const at = whole(index);
    if (at < 0 || at >= MOST_INDEX) throw new BcError("Array subscript out of bounds");
    return at;
  }

  /** Gives names new values, and remembers the old ones. */
  enter(names: readonly (readonly [Parameter, Decimal | string])[]): readonly Saved[] {
    const given = names.map(([parameter, value]) => {
      if (typeof value !== "string") return [parameter, value] as const;
      // A copy, as all that is handed over.
      return [parameter, new Map(this.#arrays.get(value) ?? [])] as const;
    });
    const saved = names.map(([parameter]) => [parameter, this.#held(parameter)] as const);
    for (const [parameter, value] of given) this.#hold(parameter, value);
    return saved;
  }

  leave(saved: readonly Saved[]): void {
    for (const [parameter, value] of saved) this.#hold(parameter, value);
  }

  #held({ name, isArray }: Parameter): Decimal | Values | undefined {
    return isArray ? this.#arrays.get(name) : this.#simple.get(name);
  }

  #hold({ name, isArray }: Parameter, value: Decimal | Values | undefined): void {
    if (value instanceof Map) this.#arrays.set(name, value);
    else if (value !== undefined) this.#simple.set(name, value);
    else if (isArray) this.#arrays.delete(name);
    else this.#simple.delete(name);
  }
}
