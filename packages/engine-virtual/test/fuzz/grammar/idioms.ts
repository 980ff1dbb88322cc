import { expression } from "./arithmetic.ts";
import { name, pattern } from "./names.ts";
import { word, words } from "./words.ts";
import type { Choice, Writer } from "./writer.ts";

/** What people write in one piece: each with a few places that chance fills. */
const IDIOMS: readonly Choice[] = [
  [
    1,
    (writer) =>
      `[[ ${word(writer)} =~ ^(.)(.*)$ ]] && echo "\${BASH_REMATCH[1]}-\${BASH_REMATCH[2]}"`,
  ],
  [
    1,
    (writer) =>
      `while IFS=${writer.one(":", ",", "' '")} read -r a b; do echo "[$a|$b]"; done <<< ${word(writer)}`,
  ],
  [
    1,
    (writer) =>
      `IFS=${writer.one(":", ",", "b")} read -ra arr <<< ${word(writer)}; echo "\${#arr[@]}:\${arr[*]}"`,
  ],
  [1, () => `for k in "\${!map[@]}"; do echo "$k=\${map[$k]}"; done`],
  [1, () => `for ((c=0; c<\${#arr[@]}; c++)); do echo "$c:\${arr[c]}"; done`],
  [
    1,
    (writer) =>
      `set -- ${words(writer, 0, 4)}; while (( $# )); do case $1 in -*) echo "o$1";; *) echo "w$1";; esac; shift; done`,
  ],
  [
    1,
    (writer) =>
      `g() { local x=${word(writer)} y; y="$1"; echo "$x|$y|\${FUNCNAME[0]}|$#"; return $(( $# )); }; g ${words(writer, 0, 2)}; echo $?`,
  ],
  [
    1,
    (writer) =>
      `g() { echo "$@"; } ${writer.one("> o", ">&2", "2>/dev/null", "<<< x")}; g ${words(writer, 0, 2)}`,
  ],
  [1, (writer) => `g() { declare -n r=$1; r=${word(writer)}; }; g ${name(writer)}`],
  [1, (writer) => `bash -c 'echo "$0:$1:$#"; exit 3' ${words(writer, 0, 3)}; echo $?`],
  [
    1,
    (writer) =>
      `printf 'echo "s:$1:$#"\\nx=in\\nreturn 4\\n' > s; . ./s ${words(writer, 0, 2)}; echo "$? $x"`,
  ],
  [
    1,
    (writer) => `printf 'echo "s:$0:$1"\\nexit 5\\n' > s; bash s ${words(writer, 0, 2)}; echo $?`,
  ],
  [1, (writer) => `exec 5> o; echo ${word(writer)} >&5; exec 5>&-`],
  [1, () => `exec 6< f; read -r x <&6; read -r y <&6; exec 6<&-`],
  [1, (writer) => `eval "z=\${${writer.one("x", "y", "ref")}}"; echo "$z"`],
  [1, (writer) => `y=\${x//${pattern(writer)}/${writer.one("[&]", "\\&", "'&'", "<\\>", "")}}`],
  [1, (writer) => `arr=("\${arr[@]:1}" ${word(writer)}); echo "\${#arr[@]} \${arr[@]@Q}"`],
  [1, (writer) => `arr[${expression(writer)}&7]=${word(writer)}; echo "\${!arr[@]}"`],
  [
    1,
    (writer) =>
      `echo "\${arr[@]${writer.one("#", "%", "/#", "/%")}${pattern(writer)}}" "\${arr[*]^^}"`,
  ],
  [
    1,
    (writer) =>
      `while getopts ${writer.one("ab:", ":ab:", "a")} o ${words(writer, 1, 3)}; do echo "$o:$OPTARG"; done 2>/dev/null; echo $OPTIND; OPTIND=1`,
  ],
  [
    1,
    (writer) =>
      `x=$(case ${word(writer)} in ${pattern(writer)}) echo in;; *) echo out;; esac); echo $x`,
  ],
  [
    1,
    (writer) =>
      `( trap 'echo "t$?"' EXIT; ${writer.one("exit 3", "false", "set -e; false; echo no", `echo ${word(writer)}`)} )`,
  ],
  [
    1,
    (writer) =>
      `( set -e; ${writer.one("false || true", "if false; then :; fi", "! true", "x=$(false)", "g() { false; echo g; }; g && echo a", "g() { false; echo g; }; g", "(( 0 ))", "false | true")}; echo on )`,
  ],
  [
    1,
    (writer) =>
      `( set -u; echo "\${${writer.one("nope-d", "nope", "arr[9]", "x", "#nope", "nope:+y", "@", "1", "9")}}" ) 2>/dev/null; echo $?`,
  ],
  [1, (writer) => `mapfile -t arr < <(printf '%s\\n' ${words(writer, 0, 4)}); echo "\${#arr[@]}"`],
  [1, () => `{ read -r x; read -r y; } < f; echo "$x/$y"`],
  [1, (writer) => `read -r x y <<< "$(echo ${words(writer, 0, 3)})"`],
  [1, (writer) => `echo ${word(writer)} | { read -r q; echo "<$q>"; }; echo "[$q]"`],
  [1, (writer) => `test ${writer.one("-n", "-z", "!", "")} ${word(writer)}; echo $?`],
  [1, (writer) => `[ ${words(writer, 1, 3)} ] 2>/dev/null; echo $?`],
  [1, (writer) => `export Q=${word(writer)}; env | grep ^Q=; bash -c 'echo "$Q"'`],
  [
    1,
    (writer) =>
      `declare -${writer.one("i", "u", "l")} w=${writer.one("3+4", "aBc", "7", "x")}; w+=${writer.one("1", "Xy")}; declare -p w; unset w`,
  ],
  [
    1,
    () =>
      `declare -f fn; type fn | head -n1; command -v fn; unset -f fn; fn 2>/dev/null; echo $?; fn() { :; }`,
  ],
  [
    1,
    (writer) => `shopt -s extglob
echo \${x${writer.one("#", "##", "%", "%%", "/", "//")}${writer.one("@(a|b)", "+([a-z])", "!(a*)", "?(a) ", "*(a|b| )")}}; [[ $y == ${writer.one("@(foo|bar)", "!(foo)", "+(f|o)")} ]]; echo $?
shopt -u extglob`,
  ],
  [
    1,
    (writer) =>
      `printf '${writer.one("%-5s|", "%5.1s|", "%+d ", "%#o ", "%e ", "%.3f ", "%g ", "%05.1f ", "%i ", "%%", "%s=%s ", "%b", "%q ")}\\n' ${words(writer, 0, 3)} 2>/dev/null`,
  ],
  [1, (writer) => `echo $(( ${expression(writer)} )) $[ ${expression(writer)} ]`],
  [1, (writer) => `(( ${name(writer)} = ${expression(writer)} )); echo $?`],
  [1, () => `pushd d > /dev/null; echo "\${PWD##*/}" "\${#DIRSTACK[@]}"; popd > /dev/null`],
  [
    1,
    () =>
      `local x 2>/dev/null; echo $?; return 2>/dev/null; echo $?; break 2>/dev/null; shift 99; echo $?`,
  ],
  [
    1,
    (writer) => `cat <<E | { read -r q; echo "$q"; cat; }
${writer.one("$x", "'$x'", "\\$x", "$(echo a)")} \${y:-${word(writer)}}
$((i+1)) "q" \\\\ \\a
E
`,
  ],
];

export function idiom(writer: Writer): string {
  return writer.choose(IDIOMS);
}
