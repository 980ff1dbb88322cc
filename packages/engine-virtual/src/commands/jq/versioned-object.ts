import type { Json } from "./json.ts";

/** What leads back from a newer version: what the key was, or that it was not there. */
interface Change {
  readonly newer: VersionedObject;
  readonly key: string;
  readonly before: Json | undefined;
}

/**
 * An object that is cheap to change one key at a time, without a change to anything that is held of it:
 * the newest version has the keys, the one before knows what was different. Whoever asks an older one pays
 * for a copy, once; mostly nobody does, as in `reduce`, where only the newest is of use.
 */
export class VersionedObject implements ReadonlyMap<string, Json> {
  #own: Map<string, Json> | undefined;
  #change: Change | undefined;

  /** Takes the keys over: they are nobody else's. */
  constructor(own: Map<string, Json>) {
    this.#own = own;
  }

  /** The next version, in which a key has another value. */
  with(key: string, value: Json): VersionedObject {
    const keys = this.#keys();
    const newer = new VersionedObject(keys);
    this.#change = { newer, key, before: keys.get(key) };
    this.#own = undefined;
    keys.set(key, value);
    return newer;
  }

  #keys(): Map<string, Json> {
    this.#own ??= this.#copied();
    return this.#own;
  }

  /** The keys of the newest version, and all that has changed since this one taken back. */
  #copied(): Map<string, Json> {
    const changes: Change[] = [];
    let own: Map<string, Json> | undefined;
    for (let change = this.#change; change !== undefined && own === undefined;) {
      changes.push(change);
      own = change.newer.#own;
      change = change.newer.#change;
    }
    const copy = new Map(own);
    for (const { key, before } of changes.toReversed()) {
      if (before === undefined) copy.delete(key);
      else copy.set(key, before);
    }
    this.#change = undefined;
    return copy;
  }

  get size(): number {
    return this.#keys().size;
  }

  get(key: string): Json | undefined {
    return this.#keys().get(key);
  }

  has(key: string): boolean {
    return this.#keys().has(key);
  }

  // Whoever goes through it may meanwhile make a newer version, which takes the keys over.

  keys(): MapIterator<string> {
    return new Map(this.#keys()).keys();
  }

  values(): MapIterator<Json> {
    return new Map(this.#keys()).values();
  }

  entries(): MapIterator<[string, Json]> {
    return new Map(this.#keys()).entries();
  }

  [Symbol.iterator](): MapIterator<[string, Json]> {
    return this.entries();
  }

  forEach(work: (value: Json, key: string, all: ReadonlyMap<string, Json>) => void): void {
    for (const [key, value] of this.entries()) work(value, key, this);
  }
}
