import { expression } from "./arithmetic.ts";
import { name, pattern } from "./names.ts";
import type { Choice, Writer } from "./writer.ts";

/** What a list or an element of one is read by. */
function element(writer: Writer): string {
  return writer.one(
    "arr[@]",
    "arr[*]",
    "arr[0]",
    "arr[1]",
    "arr[-1]",
    "map[k]",
    "map[@]",
    "arr",
    "@",
    "*",
    "1",
    "2",
  );
}

function subject(writer: Writer): string {
  return writer.random.chance(65) ? name(writer) : element(writer);
}

/** What an associative array is cut into is chance in bash, too. */
function sliced(writer: Writer): string {
  return writer.one("x", "y", "z", "arr[@]", "arr[*]", "@", "*", "1", "arr[1]");
}

function number(writer: Writer): string {
  return writer.one("0", "1", "2", "3", " -1", " -2", "5", "1+1");
}

/** Inside of braces nothing but a plain word stands, so that no brace ends them too early. */
function operand(writer: Writer): string {
  return writer.choose([
    [4, () => writer.one("a", "b c", '"d e"', "'q'", "", "\\}", "*", "x:y")],
    [2, (inner) => `$${name(inner)}`],
    [1, (inner) => `"$${name(inner)}"`],
    [1, (inner) => inner.rules.word(inner)],
  ]);
}

const IN_BRACES: readonly Choice[] = [
  [3, subject],
  [4, (writer) => `${subject(writer)}${writer.one(":-", "-", ":+", "+")}${operand(writer)}`],
  [3, (writer) => `${subject(writer)}${writer.one("#", "##", "%", "%%")}${pattern(writer)}`],
  [
    3,
    (writer) =>
      `${subject(writer)}${writer.one("/", "//", "/#", "/%")}${pattern(writer)}/${operand(writer)}`,
  ],
  [1, (writer) => `${subject(writer)}${writer.one("/", "//")}${pattern(writer)}`],
  [2, (writer) => `${sliced(writer)}:${number(writer)}`],
  [2, (writer) => `${sliced(writer)}:${number(writer)}:${writer.one("0", "1", "2", "10")}`],
  [1, (writer) => `${name(writer)}:${expression(writer)}`],
  [2, (writer) => `#${subject(writer)}`],
  [2, (writer) => `${subject(writer)}${writer.one("^", "^^", ",", ",,", "^^[a-m]", "~~")}`],
  [1, (writer) => `${subject(writer)}@${writer.one("Q", "U", "u", "L", "E", "a")}`],
  [1, (writer) => writer.one("!ref", "!arr[@]", "!map[@]", "!x*", "!arr[*]")],
];

/** `$x`, `${x…}` and all that there is of them. */
export function parameter(writer: Writer): string {
  return writer.choose([
    [4, (inner) => `$${name(inner)}`],
    [1, (inner) => writer.one(`\${${name(inner)}}`, "$#", "$?", "$1", "$2", "$*", "$@", "$-")],
    [1, () => writer.one("${arr[@]}", "${arr[*]}", "${arr[0]}", "${map[k]}", "${#arr[@]}", "${#}")],
    [5, (inner) => (inner.spend() ? `\${${inner.choose(IN_BRACES)}}` : `$${name(inner)}`)],
  ]);
}
