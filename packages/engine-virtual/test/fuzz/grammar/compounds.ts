import { expression } from "./arithmetic.ts";
import { background } from "./background.ts";
import { condition } from "./conditions.ts";
import { filter, plain, producer, statement } from "./commands.ts";
import { name, pattern } from "./names.ts";
import { word, words } from "./words.ts";
import type { Choice, Writer } from "./writer.ts";

function list(writer: Writer, to = 3): string {
  return `\n${writer.random.times(1, to, () => statement(writer)).join("\n")}\n`;
}

function loop(writer: Writer, write: (body: string) => string): string {
  writer.loops += 1;
  const body = list(writer);
  writer.loops -= 1;
  return write(body);
}

function whileLoop(writer: Writer): string {
  const counter = writer.fresh("c");
  const word = writer.one("while", "until");
  const test = word === "while" ? `(( ${counter}++ < 3 ))` : `(( ${counter}++ >= 3 ))`;
  return loop(writer, (body) => `${counter}=0\n${word} ${test}; do${body}done`);
}

function forLoop(writer: Writer): string {
  const counter = writer.fresh("c");
  return writer.choose([
    [
      4,
      () => loop(writer, (body) => `for ${name(writer)} in ${words(writer, 0, 3)}; do${body}done`),
    ],
    [1, () => loop(writer, (body) => `for ${name(writer)}; do${body}done`)],
    [
      1,
      () =>
        loop(writer, (body) => `for ((${counter}=0; ${counter}<3; ${counter}++)); do${body}done`),
    ],
  ]);
}

function choice(writer: Writer): string {
  const items = writer.random.times(1, 3, () => {
    const patterns = writer.random.times(1, 2, () => pattern(writer)).join("|");
    return `${writer.one("", "(")}${patterns})${list(writer, 1)}${writer.one(";;", ";;", ";;", ";&", ";;&")}`;
  });
  return `case ${word(writer)} in\n${items.join("\n")}\nesac`;
}

function definition(writer: Writer): string {
  writer.functions += 1;
  const { loops } = writer;
  writer.loops = 0;
  const body = list(writer);
  writer.loops = loops;
  writer.functions -= 1;
  return `fn() {${body}}`;
}

const SWITCHED = [
  "set -e",
  "set -u",
  "set -eu",
  "set -o pipefail",
  "set -C",
  "shopt -s nullglob",
  "shopt -s dotglob",
  "shopt -s nocasematch",
  "shopt -s lastpipe",
  "shopt -s failglob",
  "shopt -s globstar",
  "shopt -s nocaseglob",
  "trap 'echo bye $?' EXIT",
  "trap 'echo err' ERR",
] as const;

const COMPOUND: readonly Choice[] = [
  [
    3,
    (writer) =>
      `if ${condition(writer)}; then${list(writer)}${writer.one("", `elif ${condition(writer)}; then${list(writer, 1)}`)}${writer.one("", `else${list(writer, 2)}`)}fi`,
  ],
  [3, forLoop],
  [2, whileLoop],
  [3, choice],
  [
    2,
    (writer) => `{${list(writer)}}${writer.one("", "", " > o", " 2>/dev/null", " < f", " >> o")}`,
  ],
  [2, (writer) => `(${list(writer)})${writer.one("", "", " > o", " 2>/dev/null")}`],
  // A switch holds for a subshell, so that it does not silence all that comes behind it.
  [2, (writer) => `(\n${writer.random.pick(SWITCHED)}${list(writer)})\necho "t$?"`],
  [
    1,
    (writer) =>
      `${producer(writer)} | while read -r ${name(writer)} ${name(writer)}; do${list(writer, 2)}done`,
  ],
  [1, (writer) => `! ${plain(writer)}`],
  [1, (writer) => `x=$(${list(writer, 2)})\necho "$x" $?`],
  [
    1,
    (writer) =>
      `{ ${producer(writer)}; ${producer(writer)}; } | ${filter(writer)}; echo "\${PIPESTATUS[@]}"`,
  ],
  [1, (writer) => `declare -f fn; echo $(( ${expression(writer)} ))`],
  [2, definition],
  [2, background],
];

export function compound(writer: Writer): string {
  return writer.spend() ? writer.choose(COMPOUND) : ":";
}
