import { describe, expect, it } from "@jest/globals";

import { askBash, askVirtual } from "../support/beside-bash.ts";

const ALIASES = [
  String.raw`alias ll='echo LL'
ll a; \ll; "ll"; 'll' b`,
  `alias ll='echo LL'; ll same line
ll next line
alias ll='echo NEW'; ll
ll`,
  `alias ll='echo LL' x=y
type ll; type -t ll; command -v ll; command -V ll; type -a ls | head -1
unalias ll; type -t ll; ll`,
  `alias s='sudo ' ll='echo LL'
sudo() { echo "sudo: $*"; }
s ll a ll`,
  `alias ll='echo 1'
f() { ll in f; }
alias ll='echo 2'
f; echo $(ll z) "$(ll q)"; cat <<EOF
$(ll here)
EOF
for i in 1 2; do ll "$i"; done; case p in p) ll 3;; esac; if ll 4; then ll 5; fi`,
  `alias p='echo a b | tr a'
p x; FOO=1 p y; ! p z && p q
> out p w; cat out`,
  `alias ls='ls -d' y=x x=y
ls /
x`,
  `alias q="echo 'q q';" e='' n='echo one
echo two'
q echo r; e echo e
n
echo $LINENO`,
  `alias a=b b=c c='echo end'
a; alias b='echo mid'; unalias c
a`,
  `alias lf='f() { echo f; }' go='eval '
lf
f; go 'lf
f'`,
  `printf 'alias g="echo G"\\ng x\\n' > rc; . ./rc
g y; bash -c "g z"; shopt expand_aliases; (alias g=h
g w); g v; bash -c 'alias'`,
  `alias ab/c=d; alias nope; alias b='x' a="it's"; alias -p; alias a; unalias nope; unalias -a; alias`,
  `shopt -u expand_aliases
alias g='echo G'
g; type g`,
  "bash -ic 'alias g=\"echo I\"\ng w' 2>/dev/null",
  `alias g='echo $LINENO $BASH_COMMAND'
g
g; nope
g`,
  `set -u; alias g='echo $none'
g; echo not
echo $?`,
];

const ECHOED = [
  `set -v
echo hi # c

# comment
if true; then
  echo x
fi
eval "echo a; echo b"
. /dev/stdin <<< "echo src"
set +v
echo done`,
  `set -v; echo same
echo $(echo sub)
cat <<EOF
body
EOF
f() {
 echo f; }
f
# end`,
  "bash -v -c 'echo a\necho b'; printf '#!/bin/bash\\n# c\\necho x\\n\\n# t\\n' > s; bash -v s",
  "set -o | grep verbose; set -v; echo $-\nset +v\necho $-",
];

const TRAPPED = [
  `trap 'echo D:$BASH_COMMAND:$LINENO:$?' DEBUG
echo hi
false
x=1
for i in 1 2; do echo $i; done
if [[ a == a ]]; then :; fi
(( 1 ))
case x in x) echo c;; esac
f() { echo in; }
f
echo a | cat
(echo sub)
y=$(echo cs)
for ((i=0;i<1;i++)); do :; done
while false; do :; done
{ echo g; }
eval "echo ev"
trap
trap - DEBUG
echo end`,
  `set -T
trap 'echo D:$BASH_COMMAND:$LINENO' DEBUG
f() { echo in; }
f
(echo sub)
echo a | cat
trap`,
  `trap 'echo D:$BASH_COMMAND' DEBUG
trap 'echo E' EXIT
trap 'echo R' ERR
false
echo z`,
  `f() { trap 'echo IN:$BASH_COMMAND' DEBUG; echo x; }
f; echo after
echo more`,
  `set -e
x=1
trap 'echo "at $LINENO: $BASH_COMMAND"' DEBUG
[[ -n $x ]] && echo ok
! false
false || true
echo $?
false
echo never`,
  `trap 'false' DEBUG; echo a; echo $?; trap 'x=$BASH_COMMAND' DEBUG; : one two; echo "$x"`,
  `printf 'echo src\\n' > s; trap 'echo D:$BASH_COMMAND' DEBUG; . ./s; bash -c 'echo inner'`,
];

const PROMPTS = [
  String.raw`cd /tmp; x='\w \\w \\\w \$ \\$ a\$b'; echo "${"$"}{x@P}"`,
  String.raw`x='\u \D{%Y} \s|\v|\V|\!|\j|\q|\\'; echo "${"$"}{x@P}"; a=('\u' 'b c'); printf '<%s>' "${"$"}{a[@]@P}"`,
  String.raw`z=q; x='$z $(echo u) a"b'"'"'c \n\e[0m\[\]x\101'; echo "${"$"}{x@P}" | od -c`,
  String.raw`HOME=$PWD; mkdir 'a$(b)c' d; cd a*; x='\W \w'; echo "${"$"}{x@P}"; cd ../d; PS4='\W+ '; set -x; echo hi`,
];

describe.each([
  ["aliases", ALIASES.map((script) => `shopt -s expand_aliases\n${script}`)],
  ["set -v", ECHOED],
  ["the trap DEBUG", TRAPPED],
  ["prompts", PROMPTS],
] as const)("%s", (_, scripts) => {
  it.each(scripts)("are bash's: %s", async (script) => {
    const all = `exec 2>&1\n${script}`;
    const { exitCode, stdout } = await askVirtual(all);
    expect({ stdout, exitCode }).toStrictEqual(askBash(all));
  });
});

describe("aliases that grow", () => {
  it("are ended by the length of a line, and by the time of a call", async () => {
    const names = Array.from({ length: 25 }, (_, at) => `alias a${at}='a${at + 1};a${at + 1}'`);
    const script = `shopt -s expand_aliases\n${names.join("\n")}\na0\necho after`;
    const { exitCode, stderr, stdout } = await askVirtual(script);
    expect({ exitCode, stdout }).toStrictEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("more than 1000 aliases");
  });
});
