import { PolicyError } from "../policy-error.ts";
import { keyPath, toCamel } from "../source.ts";
import { knownKeys } from "./policy-schema.ts";

/**
 * The document with the keys of the schema in the library's spelling, and every other key as it is.
 * Fails with PolicyError when one key is there in both spellings.
 */
export function camelKeys(document: unknown): unknown {
  if (!isObject(document)) return document;
  const sections = Object.entries(renamed(document, "")).map(
    ([key, value]) => [key, isObject(value) && key !== "" ? renamed(value, key) : value] as const,
  );
  return Object.fromEntries(sections);
}

function renamed(object: Readonly<Record<string, unknown>>, section: string) {
  const known = knownKeys(section);
  const result = new Map<string, unknown>();
  for (const [written, value] of Object.entries(object)) {
    const camel = toCamel(written);
    const key = known.includes(camel) ? camel : written;
    if (result.has(key)) {
      throw new PolicyError(`"${written}" is there in two spellings`, {
        key: keyPath(section === "" ? [written] : [section, written]),
        hint: "Keep one of them",
      });
    }
    result.set(key, value);
  }
  return Object.fromEntries(result);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
