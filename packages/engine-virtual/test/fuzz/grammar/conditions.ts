import { expression } from "./arithmetic.ts";
import { file, name, pattern } from "./names.ts";
import { word } from "./words.ts";
import type { Choice, Writer } from "./writer.ts";

const EXPRESSIONS = [
  "^a",
  "b$",
  "a.c",
  "[0-9]+",
  "(a|b)+",
  "^.*$",
  "x*",
  "a{1,2}",
  "^(.)(.*)$",
  "[[:alpha:]]+",
] as const;

const EXTENDED: readonly Choice[] = [
  [3, (writer) => `$${name(writer)} ${writer.one("==", "!=", "=")} ${pattern(writer)}`],
  [2, (writer) => `${word(writer)} ${writer.one("<", ">")} ${word(writer)}`],
  [2, (writer) => `${writer.one("-z", "-n")} ${word(writer)}`],
  [2, (writer) => `${writer.one("-f", "-d", "-e", "-s", "-x", "-r", "-L")} ${file(writer)}`],
  [2, (writer) => `$${name(writer)} =~ ${writer.random.pick(EXPRESSIONS)}`],
  [1, (writer) => `${writer.one("-v")} ${writer.one("x", "nope", "arr[1]", "map[k]", "arr")}`],
  [2, (writer) => `i ${writer.one("-eq", "-ne", "-lt", "-ge")} ${writer.one("1", "n", "2+1")}`],
  [1, (writer) => `! ${extended(writer)}`],
  [1, (writer) => `( ${extended(writer)} )`],
  [1, (writer) => `${extended(writer)} ${writer.one("&&", "||")} ${extended(writer)}`],
];

function extended(writer: Writer): string {
  return writer.spend() ? writer.choose(EXTENDED) : "-n $x";
}

const PLAIN: readonly Choice[] = [
  [
    3,
    (writer) =>
      `"$${name(writer)}" ${writer.one("=", "!=", "==")} ${writer.one("a", '""', '"$y"', "foo")}`,
  ],
  [2, (writer) => `${writer.one("-z", "-n")} "$${name(writer)}"`],
  [2, (writer) => `${writer.one("-f", "-d", "-e", "-s")} ${file(writer)}`],
  [2, (writer) => `"$i" ${writer.one("-eq", "-lt", "-ge")} 2`],
  [1, (writer) => `! -n "$${name(writer)}"`],
  [1, (writer) => `-n "$x" ${writer.one("-a", "-o")} -f f`],
  [1, (writer) => word(writer)],
];

/** A command that is asked about. */
export function condition(writer: Writer): string {
  return writer.choose([
    [4, (inner) => `[[ ${extended(inner)} ]]`],
    [3, (inner) => `${inner.one("[", "[")} ${inner.choose(PLAIN)} ]`],
    [2, (inner) => `(( ${expression(inner)} ))`],
    [1, (inner) => `test ${inner.choose(PLAIN)}`],
    [1, () => writer.one("true", "false", "grep -q a f", "! true", "! false")],
  ]);
}
