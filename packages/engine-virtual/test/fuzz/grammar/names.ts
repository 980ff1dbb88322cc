import type { Writer } from "./writer.ts";

const NAMES = ["x", "y", "z", "v"] as const;
const FILES = ["f", "g", "d/h", "a.txt", "b.txt", ".hid"] as const;

export function name(writer: Writer): string {
  return writer.random.pick(NAMES);
}

export function file(writer: Writer): string {
  return writer.random.pick(FILES);
}

/** What a pattern is written with. */
export function pattern(writer: Writer): string {
  return writer.choose([
    [
      6,
      () =>
        writer.one(
          "a",
          "*",
          "?",
          "a*",
          "*b",
          "[a-c]",
          "[!a]",
          "?*",
          "*[0-9]",
          "foo",
          '" "',
          ".",
          "*.*",
        ),
    ],
    [2, () => writer.one('"*"', "'a'", "\\*", "[[:alpha:]]", "[[:space:]]*", "[]a]", "[a", "\\?")],
    [2, (inner) => `"$${name(inner)}"`],
    [2, (inner) => `$${name(inner)}`],
  ]);
}
