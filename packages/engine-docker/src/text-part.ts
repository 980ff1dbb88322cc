/** A part of what came from inside, where it is text. */
export function textPart(value: object, key: string): string | undefined {
  const part: unknown = Reflect.get(value, key);
  return typeof part === "string" ? part : undefined;
}
