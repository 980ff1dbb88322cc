import { expression } from "./arithmetic.ts";
import { condition } from "./conditions.ts";
import { idiom } from "./idioms.ts";
import { filterLine, toolLine } from "./tools.ts";
import { file, name } from "./names.ts";
import { word, words } from "./words.ts";
import type { Choice, Writer } from "./writer.ts";

/** `$(…)` of what only writes. */
export function substitution(writer: Writer): string {
  if (!writer.spend()) return "$(echo s)";
  const inside = producer(writer);
  return writer.random.chance(90) || inside.includes("`") || inside.includes("\\")
    ? `$(${inside})`
    : `\`${inside}\``;
}

const ECHO: Choice = [
  5,
  (writer) => `echo ${writer.one("", "", "", "-n ", "-e ")}${words(writer, 0, 4)}`,
];
const PRINTF: Choice = [
  2,
  (writer) =>
    `printf ${writer.one("'%s\\n'", "'[%s]'", "'%s %s\\n'", "'%d\\n'", "'%5s|%-3s|\\n'", "'%q\\n'", "'%b\\n'", "'%03d\\n'", "'a\\tb\\n'", "'%x %o\\n'", "'%c'", "'%.2s\\n'")} ${words(writer, 0, 3)}`,
];

/** What writes to its standard output and changes nothing. */
export function producer(writer: Writer): string {
  return writer.choose([
    ECHO,
    PRINTF,
    [1, () => "cat f"],
    [1, (inner) => `${producer(inner)} | ${filter(inner)}`],
  ]);
}

/** What stands behind a pipe. */
export function filter(writer: Writer): string {
  return writer.choose([
    [6, (inner) => filterLine(inner.random, inner.commands)],
    [1, () => 'while read -r l; do echo "<$l>"; done'],
    [
      1,
      (inner) =>
        `{ read ${name(inner)} ${name(inner)}; echo "$${name(inner)}|$${name(inner)}"; cat; }`,
    ],
    [1, (inner) => `( ${filterLine(inner.random, inner.commands)} )`],
  ]);
}

function assignment(writer: Writer): string {
  return writer.choose([
    [6, (inner) => `${name(inner)}=${word(inner)}`],
    [1, (inner) => `${name(inner)}+=${word(inner)}`],
    [2, (inner) => `${inner.one("i", "n", "j")}=$((${expression(inner)}))`],
    [2, (inner) => `arr=(${words(inner, 0, 4)})`],
    [1, (inner) => `arr+=(${words(inner, 1, 2)})`],
    [1, (inner) => `arr[${inner.one("0", "1", "3", "i", "-1", "n+1")}]=${word(inner)}`],
    [1, (inner) => `map[${inner.one("k", "j", "$x", "a b")}]${inner.one("=", "+=")}${word(inner)}`],
  ]);
}

const BUILTIN: readonly Choice[] = [
  ECHO,
  PRINTF,
  [5, assignment],
  [
    1,
    (writer) => `declare ${writer.one("-i", "-u", "-l", "-x", "")} ${name(writer)}=${word(writer)}`,
  ],
  [1, (writer) => `declare -p ${writer.one("x", "y", "arr", "i")}`],
  [
    1,
    (writer) => `declare ${writer.one("v", "arr", "'arr[1]'", "arr[2]", "map[k]")}=${word(writer)}`,
  ],
  [
    1,
    (writer) =>
      `( readonly ${name(writer)}=${word(writer)}; ${writer.one("x=1", "read x y <<< 'a b'", "export v=1", "(( x = 1 ))", "unset y", "for x in a; do :; done", "printf -v x b", ": ${z:=4}", "set -e; y=2 || :")}; echo on )`,
  ],
  [1, (writer) => `export ${name(writer)}=${word(writer)}; bash -c 'echo "$x|$y|$z"'`],
  [1, (writer) => `unset ${writer.one("x", "y", "arr", "'arr[1]'", "'map[k]'", "-f fn", "nope")}`],
  [1, (writer) => `set -- ${words(writer, 0, 4)}; echo $# "$1" "$@"`],
  [
    1,
    (writer) =>
      `read ${writer.one("", "-r", "-r -n 2", "-d :")} ${writer.one("x", "x y", "-a arr", "x y z")} <<< ${word(writer)}`,
  ],
  [1, (writer) => `mapfile ${writer.one("-t", "", "-t -n 2", "-t -s 1")} arr < ${file(writer)}`],
  [1, (writer) => `let '${expression(writer).replace(/\$(?:\{[^}]*\}|.)/g, "1")}'`],
  [1, (writer) => `(( ${expression(writer)} ))`],
  [1, (writer) => `eval ${writer.one("'echo $x'", '"echo $x"', "'x=$y'", "echo '$((1+1))'")}`],
  [1, (writer) => `printf -v ${name(writer)} '%s-%s' ${words(writer, 1, 2)}`],
  [
    1,
    (writer) =>
      writer.one(
        "shift",
        "shift 2",
        "shopt -s nullglob",
        "shopt -u nullglob",
        "set -f",
        "set +f",
        "IFS=:",
        "IFS=",
        "unset IFS",
        "IFS=$' \\t\\n'",
        "IFS=,",
      ),
  ],
  [
    1,
    (writer) =>
      `${name(writer)}=${word(writer)} ${writer.one("eval 'echo $x'", "bash -c 'echo $x'", "type -t fn", "true")}`,
  ],
  [
    1,
    (writer) =>
      writer.functions > 0 ? "echo deep" : writer.one("fn", "fn a b", "fn $x", 'fn "$@"'),
  ],
  [
    1,
    (writer) =>
      writer.one(
        "cd d && pwd | wc -l; cd - > /dev/null",
        "(cd d && ls)",
        "cd nope",
        "pushd d > /dev/null; popd > o",
      ),
  ],
  [
    1,
    (writer) =>
      writer.one(
        "getopts ab: o -a; echo $o",
        "getopts ab: o -b v; echo $o $OPTARG",
        "type -t echo fn if nope",
        "command -v fn echo nope",
        "trap",
        "nosuchcmd a",
        "hash ls",
        "wait",
      ),
  ],
  [
    1,
    (writer) => (writer.loops > 0 ? writer.one("break", "continue", "break 2", "continue 2") : ":"),
  ],
  [
    1,
    (writer) =>
      writer.functions > 0
        ? writer.one("return", "return 3", "local x=1", "local y", "local x=$1 y")
        : "true",
  ],
];

const REDIRECTED: readonly Choice[] = [
  [3, (writer) => ` ${writer.one(">", ">>", ">|", "1>")} ${writer.one("o", "d/o", "nodir/o")}`],
  [2, (writer) => ` < ${file(writer)}`],
  [
    2,
    (writer) =>
      ` ${writer.one("2>/dev/null", "> o 2>/dev/null", ">&2", "3> o >&3", "> o3 2>&-", "<> o3", "&> /dev/null", "4>&1 >&4")}`,
  ],
  [1, (writer) => ` <<< ${word(writer)}`],
];

function redirected(writer: Writer): string {
  return writer.random.chance(20) ? writer.choose(REDIRECTED) : "";
}

/** A command of one line. */
function simple(writer: Writer): string {
  return writer.choose([
    [8, (inner) => inner.choose(BUILTIN) + redirected(inner)],
    [4, (inner) => toolLine(inner.random, inner.commands) + redirected(inner)],
    [2, (inner) => `${filterLine(inner.random, inner.commands)} <<< ${word(inner)}`],
    [1, (inner) => `${filterLine(inner.random, inner.commands)} < ${file(inner)}`],
    [1, hereDocument],
    [3, (inner) => `${producer(inner)} | ${filter(inner)}`],
    [1, (inner) => `${filter(inner)} < <(${producer(inner)})`],
  ]);
}

function hereDocument(writer: Writer): string {
  const mark = writer.one("E", "'E'");
  const lines = writer.random.times(0, 3, () =>
    writer.one("a $x", "b", "  c", "$(echo d)", "\\$x", "${y:-e f}", "$((i+1))", "é 'q' \"r\""),
  );
  const body = lines.map((line) => `${line}\n`).join("");
  return `${writer.one("cat", filterLine(writer.random, writer.commands))} <<${mark}\n${body}E\n`;
}

/** A statement: a command, several joined ones, or a compound one. */
export function statement(writer: Writer): string {
  if (!writer.spend()) return "echo end";
  return writer.choose([
    [10, simple],
    [5, idiom],
    [2, (inner) => `${condition(inner)}; echo "s$?"`],
    [2, (inner) => `${condition(inner)} && ${plain(inner)}${inner.one("", ` || ${plain(inner)}`)}`],
    [5, (inner) => inner.rules.compound(inner)],
  ]);
}

/** Without a here-document, whose lines would part what stands around it. */
export function plain(writer: Writer): string {
  const text = simple(writer);
  return text.includes("\n") ? "echo p" : text;
}
