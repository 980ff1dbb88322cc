/**
 * JSON with the keys of every object sorted and no white space, so that one value has one text to
 * hash (RFC 8785, as far as strings, whole numbers, lists and objects go).
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
