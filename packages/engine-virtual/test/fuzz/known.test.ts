import { describe, expect, it } from "@jest/globals";

import { areAlike } from "./alike.ts";
import { askVirtualAt } from "./ask-virtual.ts";
import { askBashEach, type Outcome } from "./bash-batch.ts";
import type { Difference } from "./differences.ts";
import { isKnown } from "./known.ts";

const KNOWN: readonly (readonly [what: string, script: string])[] = [
  ["all of sed's help", "sed; echo $?"],
  ["packed sizes", "printf 'a x\\nc y\\nd z\\nd w\\n' > f; gzip f; gzip -l f.gz; rm f.gz"],
  ["traps that are ignored in the background", "trap & { trap; } > o & wait"],
  ["mawk's backslash", `awk 'BEGIN { print "a\\\\b\\/c" }'`],
  ["the first output of jq's limit", "jq -nc '[limit(0; 1, 2)]'"],
  ["the lines in front of an error of syntax", 'eval "echo a\nif"; echo $?'],
  ["a parenthesis in a subscript", "x=$(a[(]=3; echo on)"],
  ["the number of a process", "cat <(:); p=$!; echo $((p + 1))"],
  ["the order of entries", "mkdir -p z y x/b x/a; find . ; du . | cut -f 2"],
  ["what only root may write", "echo a > f; chmod =r f; chmod a-w f; echo b > f; cat f; rm -f f"],
  ["what is too large", "printf '%*d' 99999999999999 1 | wc -c"],
  ["a quote in a list", 'x=$(a=(\\\'); echo "${a[0]}"); echo "$x"'],
  ["a parenthesis in arithmetic", "x=$(echo $[(j]); echo $x"],
  ["a bracket in front of braces", "set -- ${y-{}{,}; echo $#"],
  ["a field that is not there", "echo -3 | awk '{ print($1<$2) }'"],
  ["a needless backslash", "echo and | grep -io '\\d'"],
  ["what jq aborts on", `jq -nc '["a"]|implode'; echo $?`],
  ["what jq does behind a halt", "printf '1 2' > f; jq '., halt' f; echo $?"],
  ["the words of a syntax error", "eval 'if'; echo $?; eval 'a | |'; echo $?"],
  ["a directory that cksum cannot read", "mkdir d; cksum d; echo $?"],
  ["a file that patch cannot open", "echo a > o; echo b > n; diff o n | patch left; ls"],
  ["a quote that is read again", "y=; echo \"${y:-$'it\\'s'}\"\necho on"],
  ["a separator that is lost", 'x=$(cat <<E | { read q; echo "$q"; cat; }\na\nb\nE\n)\necho "$x"'],
  ["a substitution that is written anew", "f() { x=$(  echo  a;(echo b)\n); }; declare -f f; f"],
  ["two of them", `awk 'BEGIN { print "a\\\\b\\/c" }'; trap & wait`],
];

/** What bash does by chance: what it answers then. */
const BY_CHANCE: readonly (readonly [what: string, script: string, slip: Partial<Outcome>])[] = [
  [
    "input that is lost behind an error",
    ": $((1/0)); :\nwhile read -r l; do echo $l; done < <(echo a)",
    { stdout: "" },
  ],
  [
    "what comes first",
    "ls nope | echo other >&2",
    { stderr: "other\nls: cannot access 'nope': No such file or directory\n" },
  ],
  [
    "a process that is lost",
    "echo a",
    { stderr: "bash: line 1: wait_for: No record of process 7\n" },
  ],
];

function differenceOf(script: string): Difference {
  const [answered] = askBashEach([script]);
  if (answered === undefined) throw new Error("bash has not answered");
  return { script, bash: answered.outcome, virtual: askVirtualAt(answered.cwd, script) };
}

describe("a known difference", () => {
  it.each(KNOWN)("is told from others: %s", (_, script) => {
    const difference = differenceOf(script);
    expect(areAlike(difference.bash, difference.virtual)).toBe(false);
    expect(isKnown(difference)).toBe(true);
  });

  it.each(KNOWN)("hides no other one behind it: %s", (_, script) => {
    expect(isKnown(differenceOf(`${script}\necho $$ > another`))).toBe(false);
    expect(isKnown(differenceOf(`${script}\n( exit $(( ($$ > 1) + 2 )) )`))).toBe(false);
  });

  it.each(KNOWN)("hides no other one in front of it: %s", (_, script) => {
    expect(isKnown(differenceOf(`echo $$\n${script}`))).toBe(false);
    expect(isKnown(differenceOf(`echo $$ >&2\n${script}`))).toBe(false);
  });

  it.each(BY_CHANCE)("may be by chance: %s", (_, script, slip) => {
    const { bash, virtual } = differenceOf(script);
    const difference = { script, bash: { ...bash, ...slip }, virtual };
    expect(areAlike(difference.bash, virtual)).toBe(false);
    expect(isKnown(difference)).toBe(true);
    const other = { ...virtual, stdout: `${virtual.stdout}b\n` };
    expect(isKnown({ ...difference, virtual: other })).toBe(false);
  });
});
