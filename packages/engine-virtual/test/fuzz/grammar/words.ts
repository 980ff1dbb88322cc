import { expression } from "./arithmetic.ts";
import { parameter } from "./parameters.ts";
import type { Choice, Writer } from "./writer.ts";

const PLAIN = [
  "a",
  "b1",
  "foo",
  "a.txt",
  "x=1",
  "-",
  "0",
  "42",
  "A",
  "é",
  "a:b",
  "a/",
  "1,2",
] as const;

function doubleQuoted(writer: Writer): string {
  const inside = writer.random.times(0, 3, () =>
    writer.choose([
      [
        4,
        () => writer.one("a", " ", "  b", "*", "'", "\\$", "\\\\", "\\a", "#", "é", "~", "{a,b}"),
      ],
      [4, parameter],
      [1, (inner) => inner.rules.substitution(inner)],
      [1, (inner) => `$((${expression(inner)}))`],
    ]),
  );
  return `"${inside.join("")}"`;
}

const WORD: readonly Choice[] = [
  [6, (writer) => writer.random.pick(PLAIN)],
  [2, (writer) => writer.one("'a b'", "'$x'", "''", "'*'", "'\\'", "'\"'")],
  [1, (writer) => writer.one("$'a\\tb'", "$'\\x41'", "$'it\\'s'", "$'a\\nb'", "$'\\u00e9'")],
  [4, doubleQuoted],
  [6, parameter],
  [1, (writer) => writer.one("\\*", "\\$x", "a\\ b", "\\\\", "\\'", "\\~")],
  [
    2,
    (writer) =>
      writer.one(
        "{a,b}",
        "{1..3}",
        "{x,}y",
        "{a..c}",
        "{01..03}",
        "{3..1}",
        "a{1,2}b",
        "{a}",
        "{,}",
      ),
  ],
  [
    2,
    (writer) =>
      writer.one("*", "*.txt", "?", "[a-c]*", "./d/*", "[!a]*", "nope*", "*/", ".*d", "a*b"),
  ],
  [1, (inner) => inner.rules.substitution(inner)],
  [1, (writer) => `$((${expression(writer)}))`],
  [1, () => "~"],
  [2, (writer) => word(writer) + word(writer)],
];

/** One word of a command line, with all that may stand in it. */
export function word(writer: Writer): string {
  return writer.spend() ? writer.choose(WORD) : writer.random.pick(PLAIN);
}

export function words(writer: Writer, from = 0, to = 3): string {
  return writer.random.times(from, to, () => word(writer)).join(" ");
}
