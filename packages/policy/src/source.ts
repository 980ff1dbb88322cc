/** Origins of configuration, from the weakest to the strongest. */
export const LAYERS = ["defaults", "presets", "user", "project", "flags"] as const;

export type LayerName = (typeof LAYERS)[number];

/** Where one layer comes from. */
export interface LayerSource {
  readonly layer: LayerName;
  /** The file it was read from; defaults and flags have none. */
  readonly file?: string;
  /** The section of the file, or the preset, that the layer is. */
  readonly section?: string;
  /** Line numbers, from 1, by `keyPath` of each value as the file spells it. */
  readonly lines?: ReadonlyMap<string, number>;
}

/** Where one value comes from. */
export interface Source {
  readonly layer: LayerName;
  readonly file: string | undefined;
  /** The key in the files' spelling, `network.denied-domains[0]`. */
  readonly key: string;
  readonly line: number | undefined;
}

/** A value and the place that it was written at. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

/** The source of the value at `path` (in the library's spelling) of a layer. */
export function sourceOf(layer: LayerSource, path: readonly PropertyKey[]): Source {
  const key = keyPath(toFileSpelling(path));
  return {
    layer: layer.layer,
    file: layer.file,
    key: layer.section === undefined ? key : `${layer.section}.${key}`,
    line: layer.lines?.get(key) ?? layer.lines?.get(keyPath(path)),
  };
}

/** A path of keys and list indices as people write it: `container.ports[0]`. */
export function keyPath(path: readonly PropertyKey[]): string {
  const joined = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  return joined.join("").replace(/^\./, "");
}

/** Sections whose keys are not the schema's. */
const NAMES_OF_THEIR_OWN: ReadonlySet<PropertyKey | undefined> = new Set(["commands"]);

/** Sections and their keys in kebab-case; what is below them, such as variables' names, as it is. */
export function toFileSpelling(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const depths = NAMES_OF_THEIR_OWN.has(path[0]) ? 1 : 2;
  return path.map((part, depth) =>
    typeof part === "string" && depth < depths ? toKebab(part) : part,
  );
}

/** `deniedDomains` to `denied-domains`. */
export function toKebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `denied-domains` to `deniedDomains`. */
export function toCamel(key: string): string {
  return key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
