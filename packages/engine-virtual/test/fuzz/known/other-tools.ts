import { askBashOf, askBothOf, inBoth, type KnownRule } from "./known-rule.ts";

/** mawk leaves the backslash of "\/" in a text; in POSIX and GNU it is a slash. */
export const keepsBackslash: KnownRule = (difference, isWell) => {
  const { script } = difference;
  const plain = script.replace(/(\bawk\b.*print "a\\\\b)\\\//g, "$1/");
  return plain !== script && isWell(askBashOf(plain, difference));
};

/** mawk compares a field that is not there as a text; in POSIX it is 0 beside a number: both compare texts. */
export const comparesAbsent: KnownRule = ({ script }, isWell) => {
  const texts = script.replace(/(\bawk\b.*?)(\$\d+)([<>]=?|==|!=)(?=\$\d)/g, '$1$2""$3');
  return texts !== script && isWell(askBothOf(texts));
};

/** A limit of 0 gives nothing, as in newer versions; jq 1.6 gives the first output. */
export const givesFirst: KnownRule = (difference, isWell) => {
  const { script } = difference;
  const none = script.replace(/\blimit\(0;/g, "limit(1;empty|");
  return none !== script && isWell(askBashOf(none, difference));
};

/** jq 1.6 goes on with the next input where its program has halted: it is given no more than one. */
export const goesOnHalted: KnownRule = (difference, isWell) => {
  const { script } = difference;
  const one = script.replace(/\bjq ([^'\n]*')(?=[^'\n]*\bhalt)/g, "jq -n $1input|");
  return one !== script && isWell(askBashOf(one, difference));
};

/** jq 1.6 aborts where it implodes what is no character: it is given none. */
export const abortsOnImplode: KnownRule = ({ bash, script }, isWell) => {
  const isCharacter = 'type=="number" and .>=0 and .<=1114111 and (.<55296 or .>57343)';
  const guarded = script.replace(/\bimplode\b/g, `(map(select(${isCharacter}))|implode)`);
  return /^jq: .*: Assertion /m.test(bash.stderr) && isWell(askBothOf(guarded));
};

/** GNU's grep -i knows of a line with the character of a needless backslash, and not where it is: one without. */
export const losesMatch: KnownRule = (difference, isWell) => {
  const { script } = difference;
  const plain = script.replace(/(\bgrep -\w*[io][^\n]*)\\(?=[a-z])/g, "$1");
  return plain !== script && isWell(askBashOf(plain, difference));
};

/** GNU's patch cannot open a file again that was not there: one that is there is empty. */
export const cannotReopen: KnownRule = ({ bash, script }, isWell) => {
  const name = /^patch: \*\*\*\* Can't reopen file (\w+) :/m.exec(bash.stderr)?.[1];
  if (name === undefined) return false;
  const opened = `patch() { case " $* " in *" ${name} "*) : >> ${name};; esac; command patch "$@"; }`;
  return !script.startsWith(opened) && isWell(askBothOf(`${opened}\n${script}`));
};

const CAREFUL_CKSUM = `cksum() {
  local one status=0 options=()
  if [ "$1" = -a ]; then options=("$1" "$2"); shift 2; fi
  for one; do
    if [ -d "$one" ]; then echo "cksum: $one: Is a directory" >&2; false
    else command cksum "\${options[@]}" "$one"; fi || status=1
  done
  return $status
}
`;

/** GNU's cksum takes a directory that it cannot read for an empty file: one that sees that it cannot. */
export const sumsDirectory: KnownRule = ({ bash, script }, isWell) =>
  /^4294967295 0/m.test(bash.stdout) && isWell(askBothOf(CAREFUL_CKSUM + script));

/** What is packed, and how many bytes it has, is gzip's own. */
export const packsOtherwise: KnownRule = (difference, isWell) =>
  /\bgzip\b/.test(difference.script) &&
  isWell(
    inBoth(difference, (outcome) => ({
      ...outcome,
      stdout: outcome.stdout
        .replace(/\u001f[^]*?(?=s\d+\n|$)/g, "packed")
        .replace(/ *\d+( +\d+) +-?[\d.]+% /g, "$1 "),
      stderr: outcome.stderr.replace(/^(.+:\t) *-?[\d.]+%/gm, "$1"),
    })),
  );

/** Wrong usage of sed is answered with all of its help. */
export const saysAllHelp: KnownRule = (difference, isWell) => {
  const { bash } = difference;
  const stderr = bash.stderr.replace(
    /^(Usage: sed .*\n)[^]*?\nGeneral help using GNU software: .*\n/gm,
    "$1Try 'sed --help' for more information.\n",
  );
  return stderr !== bash.stderr && isWell({ ...difference, bash: { ...bash, stderr } });
};
