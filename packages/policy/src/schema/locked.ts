import { didYouMean } from "../did-you-mean.ts";
import { PolicyError } from "../policy-error.ts";
import { keyPath, type LayerSource, toCamel, toKebab } from "../source.ts";
import { knownKeys } from "./policy-schema.ts";

/** The keys of `locked` in the library's spelling. Fails with PolicyError at one that is none. */
export function parseLocked(keys: readonly string[], source: LayerSource): string[] {
  if (source.layer !== "user") {
    throw new PolicyError("only your own configuration can lock keys", {
      key: "locked",
      line: source.lines?.get("locked"),
      hint: "Take it out, or write it in your own configuration",
    });
  }
  return keys.map((written, index) => parseKey(written, { source, index }));
}

interface Place {
  readonly source: LayerSource;
  readonly index: number;
}

function parseKey(written: string, { source, index }: Place): string {
  const [section = "", name, ...rest] = written.split(".").map(toCamel);
  const sections = knownKeys("").filter((key) => key !== "$schema" && key !== "locked");
  const isKnown =
    sections.includes(section) && (name === undefined || knownKeys(section).includes(name));
  if (isKnown && rest.length === 0) return name === undefined ? section : `${section}.${name}`;
  const all = sections.flatMap((key) => [key, ...knownKeys(key).map((own) => `${key}.${own}`)]);
  const near = didYouMean(written, all.map(inFile));
  const key = keyPath(["locked", index]);
  throw new PolicyError(`${JSON.stringify(written)} is no key of the configuration`, {
    key,
    line: source.lines?.get(key),
    hint: near === undefined ? 'Write a section, or "network.domains"' : `Did you mean "${near}"?`,
  });
}

function inFile(key: string): string {
  return key.split(".").map(toKebab).join(".");
}
