import type { Choice, Writer } from "./writer.ts";

/** Names that hold numbers, or nothing. */
function place(writer: Writer): string {
  return writer.one("i", "j", "n", "arr[1]", "m");
}

const OPERATORS = [
  "+",
  "-",
  "*",
  "/",
  "%",
  "<<",
  ">>",
  "&",
  "|",
  "^",
  "&&",
  "||",
  "<",
  ">",
  "<=",
  ">=",
  "==",
  "!=",
] as const;

const EXPRESSION: readonly Choice[] = [
  [4, (writer) => writer.one("0", "1", "2", "7", "10", "0x1f", "010", "2#101", "16#ff", "100")],
  [4, place],
  [1, (writer) => `$${writer.one("i", "n", "#", "?", "{#x}", "{i}")}`],
  [5, (writer) => `${expression(writer)} ${writer.random.pick(OPERATORS)} ${expression(writer)}`],
  [1, (writer) => `${expression(writer)}${writer.one("*", "&")}${expression(writer)}`],
  // Bash looks at the exponent of what it does not evaluate, too.
  [1, (writer) => `${expression(writer)} ** ${writer.one("0", "1", "2", "3")}`],
  [1, (writer) => `(${expression(writer)})`],
  [1, (writer) => `${writer.one("-", "+", "!", "~")}${expression(writer)}`],
  [
    1,
    (writer) =>
      `(${place(writer)} ${writer.one("=", "+=", "-=", "*=", "|=", "<<=", "/=", "%=")} ${expression(writer)})`,
  ],
  [1, (writer) => writer.one("i++", "++i", "j--", "--j", "n++", "arr[0]++")],
  [1, (writer) => `(${expression(writer)} ? ${expression(writer)} : ${expression(writer)})`],
  [1, (writer) => `${expression(writer)}, ${expression(writer)}`],
];

export function expression(writer: Writer): string {
  return writer.spend() ? writer.choose(EXPRESSION) : writer.one("1", "i", "n");
}
