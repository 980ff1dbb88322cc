import { getKey, getPath, setKey } from "./access.ts";
import type { Json } from "./json.ts";
import { isArray } from "./json.ts";

/** A path, and how many of its steps are behind. */
interface Step {
  readonly path: readonly Json[];
  readonly depth: number;
}

/** A value while many of its places are changed: a list is copied once, and not for each of them. */
export class Draft {
  #value: Json;
  /** What was made here, and nobody else has seen; lists so that they can be written to. */
  readonly #own = new Map<Json, Json[] | undefined>();

  constructor(value: Json) {
    this.#value = value;
  }

  /** What is there now; whoever gets it keeps it as it is. */
  get(path: readonly Json[]): Json {
    const found = getPath(this.#value, path);
    if (this.#own.has(found)) this.#own.clear();
    return found;
  }

  set(path: readonly Json[], value: Json): void {
    this.#value = this.#changed(this.#value, value, { path, depth: 0 });
  }

  /** All of it, as it is now. */
  whole(): Json {
    this.#own.clear();
    return this.#value;
  }

  #changed(of: Json, value: Json, { path, depth }: Step): Json {
    const key = path[depth];
    if (key === undefined) return value;
    const inner = { path, depth: depth + 1 };
    const isLast = inner.depth === path.length;
    const part = isLast ? value : this.#changed(getKey(of, key), value, inner);
    if (isArray(of) && isPlaceOf(of, key)) return this.#element(of, key, part);
    const made = setKey(of, key, part);
    this.#own.set(made, undefined);
    return made;
  }

  #element(of: readonly Json[], key: number, part: Json): Json {
    const list = this.#own.get(of) ?? of.slice();
    list[key] = part;
    this.#own.set(list, list);
    return list;
  }
}

const isPlaceOf = (list: readonly Json[], key: Json): key is number =>
  typeof key === "number" && Number.isInteger(key) && key >= 0 && key < list.length;
