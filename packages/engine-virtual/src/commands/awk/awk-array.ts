import type { Running } from "../command.ts";
import { mergeSort } from "../merge-sort.ts";
import { AwkError } from "./awk-error.ts";
import type { Value } from "./value.ts";

/** The chains of an empty table, and how many elements there are for each before it doubles. */
const CHAINS = 64;
const FULL_CHAIN = 12;

/** No array may hold more: memory is everybody's. */
const MOST_ELEMENTS = 2_000_000;

const LARGEST_WHOLE = 0x7fffffff;

interface Element {
  value: Value;
  /** When it was last looked up by a number, or by a text; 0 for never. */
  byNumber: number;
  byText: number;
}

/** A key in its chain. */
interface Placed {
  readonly key: string;
  readonly chain: number;
  readonly byText: number;
}

/** Elements between two ticks. */
const STEP = 4_096;

const encoder = new TextEncoder();

/** FNV-1a, of the bytes. */
function hashOf(key: string): number {
  let hash = 2_166_136_261;
  for (const byte of encoder.encode(key)) hash = Math.imul(hash ^ byte, 16_777_619);
  return hash >>> 0;
}

/** A key as it was looked up: by a whole number, or by a text. */
export type Key = number | string;

export const isWholeKey = (number: number): boolean =>
  Number.isInteger(number) && Math.abs(number) <= LARGEST_WHOLE;

/** The number that a text is another spelling of: both are the same key. */
function canonical(key: Key): Key {
  if (typeof key === "number") return key === 0 ? 0 : key;
  const first = key.charCodeAt(0);
  const mayBe = key.length <= 11 && ((first >= 48 && first <= 57) || first === 45);
  if (!mayBe) return key;
  const number = Number(key);
  return isWholeKey(number) && String(number) === key ? number : key;
}

/**
 * An array of awk. POSIX leaves the order of `for (key in array)` open, scripts print it all the same:
 * it is that of mawk, whose table has a chain for each value of some bits of a key's hash, and puts an
 * element to the front of its chain whenever it is looked up. Looked up by numbers alone, keys are no texts
 * yet: the first loop makes them so, in the order of the numbers' own chains.
 */
export class AwkArray {
  readonly #elements = new Map<Key, Element>();
  #clock = 0;
  #chains = CHAINS;
  /** Whether its keys are texts, numbers, or the numbers of a `split` which nothing else has touched. */
  #keys: "none" | "split" | "numbers" | "texts" = "none";

  get size(): number {
    return this.#elements.size;
  }

  /** The value of a key, which is made where it is not there. */
  get(key: Key): Value {
    return this.#at(key).value;
  }

  set(key: Key, value: Value): void {
    this.#at(key).value = value;
  }

  has(key: Key): boolean {
    const element = this.#elements.get(canonical(key));
    if (this.#elements.size > 0) this.#look(key);
    if (element === undefined) return false;
    this.#stamp(element, key);
    return true;
  }

  delete(key: Key): void {
    const known = canonical(key);
    if (!this.#elements.has(known)) return;
    if (this.#keys === "split") this.#keys = "numbers";
    this.#look(key);
    this.#elements.delete(known);
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
    if (values.length > MOST_ELEMENTS) throw new AwkError("an array is too big");
    values.forEach((value, index) => {
      this.#clock += 1;
      this.#elements.set(index + 1, { value, byNumber: this.#clock, byText: 0 });
    });
    while (values.length > this.#chains * FULL_CHAIN) this.#chains *= 2;
    this.#keys = "split";
  }

  /** A value that is there, by its key as a loop has it, without looking it up. */
  peek(key: string): Value {
    return this.#elements.get(canonical(key))?.value;
  }

  values(): readonly Value[] {
    return Array.from(this.#elements.values(), ({ value }) => value);
  }

  /** The keys as a loop goes through them. */
  *keys(): Running<readonly string[]> {
    if (this.#elements.size === 0) return [];
    if (this.#keys !== "texts") yield* this.#toTexts();
    this.#keys = "texts";
    const placed: Placed[] = [];
    for (const [key, { byText }] of this.#elements) {
      const name = String(key);
      placed.push({ key: name, chain: hashOf(name) & (this.#chains - 1), byText });
      if (placed.length % STEP === 0) yield;
    }
    const inOrder = yield* mergeSort(
      placed,
      (one, other) => one.chain - other.chain || other.byText - one.byText,
    );
    return inOrder.map(({ key }) => key);
  }

  #at(key: Key): Element {
    const known = this.#elements.get(canonical(key));
    if (known === undefined) return this.#make(key);
    if (typeof key === "string") this.#look(key);
    this.#stamp(known, key);
    return known;
  }

  #make(key: Key): Element {
    if (this.#keys === "split") this.#keys = "numbers";
    if (this.#keys === "none" && typeof key === "number") this.#keys = "numbers";
    this.#look(key);
    if (this.#elements.size >= MOST_ELEMENTS) throw new AwkError("an array is too big");
    const element: Element = { value: undefined, byNumber: 0, byText: 0 };
    this.#elements.set(canonical(key), element);
    if (this.#elements.size > this.#chains * FULL_CHAIN) this.#chains *= 2;
    this.#stamp(element, key);
    return element;
  }

  #stamp(element: Element, key: Key): void {
    if (this.#keys === "split") return;
    this.#clock += 1;
    const isNumber = typeof key === "number";
    // By a number that was never looked up, a table of texts is searched by text.
    if (!isNumber || (this.#keys === "texts" && element.byNumber === 0)) {
      element.byText = this.#clock;
    }
    if (isNumber) element.byNumber = this.#clock;
  }

  /** Makes texts of the keys, where one is looked up by its text. */
  #look(key: Key): void {
    if (typeof key === "number" || this.#keys === "texts") return;
    if (this.#keys !== "none") {
      const steps = this.#toTexts();
      while (steps.next().done !== true);
    }
    this.#keys = "texts";
  }

  *#toTexts(): Running<void> {
    const placed = Array.from(this.#elements, ([key, element]) => ({
      chain: Number(key) & (this.#chains - 1),
      element,
    }));
    const inOrder = yield* mergeSort(
      placed,
      (one, other) => one.chain - other.chain || other.element.byNumber - one.element.byNumber,
    );
    for (const { element } of inOrder) {
      this.#clock += 1;
      element.byText = this.#clock;
    }
  }
}
