/** Files with several names: each path, without links, with all paths of its file. Immutable. */
export type SharedNames = ReadonlyMap<string, ReadonlySet<string>>;

const NONE: SharedNames = new Map();

const isAtOrBelow = (key: string, top: string): boolean => key === top || key.startsWith(`${top}/`);

/** The hard links of one file system, by path: the tree itself has no inodes. */
export class HardLinks {
  #shared: SharedNames;

  constructor(shared: SharedNames = NONE) {
    this.#shared = shared;
  }

  /** As they are, for ever; undefined where there are none. */
  get shared(): SharedNames | undefined {
    return this.#shared.size === 0 ? undefined : this.#shared;
  }

  restore(shared: SharedNames = NONE): void {
    this.#shared = shared;
  }

  /** All names of the file that has this one. */
  namesOf(key: string): readonly string[] {
    const names = this.#shared.get(key);
    return names === undefined ? [key] : [...names];
  }

  /** Gives the file at `known` one more name. */
  add(known: string, added: string): void {
    this.#shared = grouped([...this.#groups(), new Set([...this.namesOf(known), added])]);
  }

  /** What is at `top` or below it is gone. */
  remove(top: string): void {
    this.#rename((key) => (isAtOrBelow(key, top) ? undefined : key));
  }

  move(from: string, to: string): void {
    this.#rename((key) => (isAtOrBelow(key, from) ? to + key.slice(from.length) : key));
  }

  #rename(renamed: (key: string) => string | undefined): void {
    if (this.#shared.size === 0) return;
    const groups = Array.from(this.#groups(), (names) => Array.from(names, renamed));
    this.#shared = grouped(
      groups.map((names) => new Set(names.filter((key) => key !== undefined))),
    );
  }

  #groups(): ReadonlySet<ReadonlySet<string>> {
    return new Set(this.#shared.values());
  }
}

/** The later of two groups counts for a name; one that is left alone is an ordinary file. */
function grouped(groups: readonly ReadonlySet<string>[]): SharedNames {
  const shared = new Map<string, ReadonlySet<string>>();
  for (const names of groups) {
    if (names.size > 1) for (const key of names) shared.set(key, names);
  }
  return shared;
}
