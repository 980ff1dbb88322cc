/** The elements of an array: by number, in their order, or by name, in bash's. */
export class ArrayValue {
  readonly associative: boolean;
  readonly #elements: Map<number | string, string>;
  /** Whether numbers were added in their order, so far. */
  #isSorted = true;
  #last = -1;
  /** Declared, and given nothing yet: not even no elements. */
  isUnset = false;

  constructor(associative: boolean, elements: Iterable<readonly [number | string, string]> = []) {
    this.associative = associative;
    this.#elements = new Map();
    for (const [key, value] of elements) this.set(key, value);
  }

  copy(): ArrayValue {
    const copy = new ArrayValue(this.associative, this.#elements);
    copy.isUnset = this.isUnset;
    return copy;
  }

  /** In the order in which they were set. */
  entries(): Iterable<readonly [key: number | string, value: string]> {
    return this.#elements;
  }

  get size(): number {
    return this.#elements.size;
  }

  get(key: number | string): string | undefined {
    return this.#elements.get(this.#place(key));
  }

  has(key: number | string): boolean {
    return this.#elements.has(this.#place(key));
  }

  set(key: number | string, value: string): void {
    this.isUnset = false;
    if (typeof key === "number") {
      const place = this.#place(key);
      if (typeof place === "number" && place > this.#last) this.#last = place;
      else if (!this.#elements.has(place)) this.#isSorted = false;
      this.#elements.set(place, value);
      return;
    }
    this.#elements.set(key, value);
  }

  delete(key: number | string): void {
    const place = this.#place(key);
    this.#elements.delete(place);
    if (place === this.#last) this.#last = Math.max(-1, ...this.#numbers());
  }

  /** Where the next element of a list goes. */
  get next(): number {
    return this.#last + 1;
  }

  keys(): readonly (number | string)[] {
    if (this.associative) return inBucketOrder([...this.#elements.keys()].map(String));
    return this.#isSorted ? [...this.#elements.keys()] : this.#numbers().sort((a, b) => a - b);
  }

  values(): readonly string[] {
    if (!this.associative && this.#isSorted) return [...this.#elements.values()];
    return this.keys().map((key) => this.#elements.get(key) ?? "");
  }

  #numbers(): number[] {
    return [...this.#elements.keys()].filter((key) => typeof key === "number");
  }

  /** A negative number counts from the end. */
  #place(key: number | string): number | string {
    return typeof key === "number" && key < 0 ? this.#last + 1 + key : key;
  }
}

const BUCKETS = 1024;

/** Bash lists by the buckets of its hash table, the newest of a bucket first. */
function inBucketOrder(keys: readonly string[]): readonly string[] {
  let buckets = BUCKETS;
  while (keys.length > buckets * 2) buckets *= 4;
  return keys
    .map((key, age) => ({ key, age, bucket: hash(key) % buckets }))
    .sort((a, b) => a.bucket - b.bucket || b.age - a.age)
    .map(({ key }) => key);
}

const encoder = new TextEncoder();

/** FNV-1, as bash's hashlib.c has it. */
function hash(key: string): number {
  let value = 2_166_136_261;
  for (const byte of encoder.encode(key)) value = (Math.imul(value, 16_777_619) ^ byte) >>> 0;
  return value;
}
