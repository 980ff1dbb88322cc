import { AwkError } from "./awk-error.ts";
import type { Value } from "./value.ts";

/** The chains of an empty table, and how many elements there are for each before it doubles. */
const CHAINS = 64;
const FULL_CHAIN = 12;

/** No array may hold more: memory is everybody's. */
const MOST_ELEMENTS = 5_000_000;

const LARGEST_WHOLE = 0x7fffffff;

interface Element {
  value: Value;
  /** When it was last looked up by a number, or by a text; 0 for never. */
  byNumber: number;
  byText: number;
}

const encoder = new TextEncoder();

/** FNV-1a, of the bytes. */
function hashOf(key: string): number {
  let hash = 2_166_136_261;
  for (const byte of encoder.encode(key)) hash = Math.imul(hash ^ byte, 16_777_619);
  return hash >>> 0;
}

export const isWholeKey = (number: number): boolean =>
  Number.isInteger(number) && Math.abs(number) <= LARGEST_WHOLE;

/**
 * An array of awk. POSIX leaves the order of `for (key in array)` open, scripts print it all the same:
 * it is that of mawk, whose table has a chain for each value of some bits of a key's hash, and puts an
 * element to the front of its chain whenever it is looked up. Looked up by numbers alone, keys are no texts
 * yet: the first loop makes them so, in the order of the numbers' own chains.
 */
export class AwkArray {
  readonly #elements = new Map<string, Element>();
  #clock = 0;
  #chains = CHAINS;
  /** Whether its keys are texts, numbers, or the numbers of a `split` which nothing else has touched. */
  #keys: "none" | "split" | "numbers" | "texts" = "none";

  get size(): number {
    return this.#elements.size;
  }

  /** The value of a key, which is made where it is not there. */
  get(key: string, isNumber: boolean): Value {
    return this.#at(key, isNumber).value;
  }

  set(key: string, isNumber: boolean, value: Value): void {
    this.#at(key, isNumber).value = value;
  }

  has(key: string, isNumber: boolean): boolean {
    const element = this.#elements.get(key);
    if (this.#elements.size > 0 && !(isNumber && element === undefined)) this.#look(isNumber);
    if (element === undefined) return false;
    this.#stamp(element, isNumber);
    return true;
  }

  delete(key: string, isNumber: boolean): void {
    if (!this.#elements.has(key)) return;
    if (this.#keys === "split") this.#keys = "numbers";
    this.#look(isNumber);
    this.#elements.delete(key);
    if (this.#elements.size === 0) this.clear();
  }

  clear(): void {
    this.#elements.clear();
    this.#chains = CHAINS;
    this.#keys = "none";
  }

  /** All of it anew: what `split` found, from 1. */
  fill(values: readonly Value[]): void {
    this.clear();
    values.forEach((value, index) => {
      this.#clock += 1;
      this.#elements.set(String(index + 1), { value, byNumber: this.#clock, byText: 0 });
    });
    while (values.length > this.#chains * FULL_CHAIN) this.#chains *= 2;
    this.#keys = "split";
  }

  values(): readonly Value[] {
    return Array.from(this.#elements.values(), ({ value }) => value);
  }

  /** The keys as a loop goes through them. */
  keys(): readonly string[] {
    if (this.#elements.size === 0) return [];
    this.#look(false);
    const placed = Array.from(this.#elements, ([key, { byText }]) => ({
      key,
      chain: hashOf(key) & (this.#chains - 1),
      byText,
    }));
    placed.sort((one, other) => one.chain - other.chain || other.byText - one.byText);
    return placed.map(({ key }) => key);
  }

  #at(key: string, isNumber: boolean): Element {
    const known = this.#elements.get(key);
    if (known === undefined) return this.#make(key, isNumber);
    if (!isNumber) this.#look(false);
    this.#stamp(known, isNumber);
    return known;
  }

  #make(key: string, isNumber: boolean): Element {
    if (this.#keys === "split") this.#keys = "numbers";
    if (this.#keys === "none" && isNumber) this.#keys = "numbers";
    this.#look(isNumber);
    if (this.#elements.size >= MOST_ELEMENTS) throw new AwkError("an array is too big");
    const element: Element = { value: undefined, byNumber: 0, byText: 0 };
    this.#elements.set(key, element);
    if (this.#elements.size > this.#chains * FULL_CHAIN) this.#chains *= 2;
    this.#stamp(element, isNumber);
    return element;
  }

  #stamp(element: Element, isNumber: boolean): void {
    if (this.#keys === "split") return;
    this.#clock += 1;
    // By a number that was never looked up, a table of texts is searched by text.
    if (!isNumber || (this.#keys === "texts" && element.byNumber === 0)) {
      element.byText = this.#clock;
    }
    if (isNumber) element.byNumber = this.#clock;
  }

  /** Makes texts of the keys, where one is looked up by its text. */
  #look(isNumber: boolean): void {
    if (isNumber || this.#keys === "texts") return;
    if (this.#keys !== "none") this.#toTexts();
    this.#keys = "texts";
  }

  #toTexts(): void {
    const placed = Array.from(this.#elements, ([key, element]) => ({
      chain: Number(key) & (this.#chains - 1),
      element,
    }));
    placed.sort(
      (one, other) => one.chain - other.chain || other.element.byNumber - one.element.byNumber,
    );
    for (const { element } of placed) {
      this.#clock += 1;
      element.byText = this.#clock;
    }
  }
}
