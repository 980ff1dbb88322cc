import { condition } from "./conditions.ts";
import { filter, plain, producer, statement } from "./commands.ts";
import { name } from "./names.ts";
import { word, words } from "./words.ts";
import type { Choice, Writer } from "./writer.ts";

/** Commands that run beside the script: it waits for each before anything could tell which was the first. */
const BACKGROUND: readonly Choice[] = [
  [3, (writer) => `${started(writer)} & wait; echo "w$?"`],
  [3, (writer) => `${started(writer)} & wait $!; echo "w$?"`],
  [2, (writer) => `${started(writer)} & p=$!; true; wait "$p"; echo "w$?"; wait "$p" 2>/dev/null`],
  [1, (writer) => `${started(writer)} & wait %1; echo "w$?"; jobs`],
  [1, (writer) => `${started(writer)} & wait -n; echo "w$?"; wait`],
  [1, (writer) => `${started(writer)} & wait $! && echo yes || echo "no$?"`],
  [
    2,
    (writer) =>
      `for k in ${words(writer, 0, 3)}; do { echo "$k"; ${plain(writer)}; } > "o${writer.fresh("")}" & wait; done`,
  ],
  [1, (writer) => `{ ${plain(writer)}; } > o1 & { ${plain(writer)}; } > o2 & wait; cat o1 o2`],
  [1, () => `( exit 3 ) & p=$!; ( exit 4 ) & wait $p; echo $?; wait $!; echo $?`],
  [1, (writer) => `( ${plain(writer)} & wait ); echo "\${!:+set}"`],
  [1, (writer) => `x=$(${producer(writer)} & wait); echo "$x" "\${!:+set}"`],
  [1, (writer) => `${name(writer)}=${word(writer)} & wait; echo "$x|$y|$z"`],
  [
    1,
    (writer) =>
      `( trap 'echo "t$?"' EXIT; ${writer.one("exit 3", "false", "set -e; false; echo no", plain(writer))} ) & wait $!; echo $?`,
  ],
  [1, (writer) => `{ cat & } < f; wait; ${producer(writer)} | { cat & wait; }`],
  [1, (writer) => `g() { local x=in; ${plain(writer)} & wait $!; echo "$x$?"; }; g a b; g & wait`],
  [
    1,
    () => `{ f=1; cat <&0 & wait; } <<< in; wait nope 2>/dev/null; echo $?; wait 999999; echo $?`,
  ],
  [1, (writer) => `g() { ${plain(writer)} & wait; }; declare -f g`],
];

/** What may stand in front of `&`. */
function started(writer: Writer): string {
  return writer.choose([
    [4, plain],
    [2, (inner) => `{ ${plain(inner)}; ${plain(inner)}; }${inner.one("", " > o", " 2>&1")}`],
    [2, (inner) => `( ${plain(inner)}; exit ${inner.one("0", "3", "$i")} )`],
    [2, (inner) => `${producer(inner)} | ${filter(inner)}`],
    [1, (inner) => `${condition(inner)} && ${plain(inner)}`],
    [1, (inner) => `${condition(inner)} || ${plain(inner)}`],
    [1, (inner) => `! ${plain(inner)}`],
    [1, () => "fn a b"],
    [1, (inner) => `{\n${statement(inner)}\n}`],
    [1, (inner) => `if ${condition(inner)}; then ${plain(inner)}; fi`],
  ]);
}

export function background(writer: Writer): string {
  return writer.spend() ? writer.choose(BACKGROUND) : ":";
}
