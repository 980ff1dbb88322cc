#!/bin/sh
#
# Checks the git wrapper in a running image: what it blocks, what it lets through, and the ways
# around it. GIT_WRAPPER names it (default /usr/local/bin/git). A line for each failure, then a
# summary; exit status 0 when every case is right, else 1.

wrapper=${GIT_WRAPPER:-/usr/local/bin/git}
case $wrapper in /*) ;; *) wrapper=$PWD/$wrapper ;; esac
cases=0
failed=0
# Set variables of the caller would be cases of their own.
unset HUSKY LEFTHOOK SKIP GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_EXEC_PATH
unset GIT_DIR GIT_WORK_TREE GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM

# The cases are commands that destroy: nothing may run them but the wrapper, with echo for git,
# and then in an empty directory, far from any repository and from the caller's settings.
if [ "$(AGENT_SANDBOX_REAL=/bin/echo "$wrapper" version probe 2>&1)" != "version probe" ]; then
	echo "FAIL: \"$wrapper\" is not the git wrapper; nothing was run"
	exit 1
fi
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export HOME="$scratch" GIT_CEILING_DIRECTORIES="${scratch%/*}"

# The wrapper runs echo for git, so that nothing is done and the arguments can be seen.
export AGENT_SANDBOX_REAL=/bin/echo
git() { "$program" "$@"; }

# expect block|pass COMMAND-LINE: [NAME=VALUE...] git ARG...
expect() {
	cases=$((cases + 1))
	program=$wrapper
	output=$(eval "$2" 2>/dev/null)
	case $? in 126) got=block ;; 0) got=pass ;; *) got="neither" ;; esac
	program=/bin/echo
	if [ "$got" != "$1" ]; then
		failed=$((failed + 1))
		echo "FAIL: expected $1, got $got: $2"
	elif [ "$got" = pass ] && [ "$output" != "$(eval "$2")" ]; then
		failed=$((failed + 1))
		echo "FAIL: git got other arguments ($output): $2"
	fi
}

while read -r want line; do
	case $want in block | pass) expect "$want" "$line" </dev/null ;; esac
done <<'CASES'
# blocked commands
block git commit --no-verify -m x
block git commit -n -m x
block git merge --no-verify feat
block git push --no-verify origin feat
block git am --no-verify p.patch
block git rebase --no-verify main
block git pull --no-verify
block git push --force
block git push -f origin feat
block git push --force-with-lease origin feat
block git push --force-with-lease=feat:abc123 origin feat
block git push origin +main
block git push --mirror origin
block git push --prune origin
block git push origin --delete main
block git push origin :main
block git send-pack --force origin main
block git config core.hooksPath /tmp/none
block git config --global --unset core.hooksPath
block git archive -o .git/hooks/pre-commit HEAD
# ways around
block git commit -anm x
block git commit --no-verif -m x
block git commit -m x file -n
block git commit -m -m -n
block git -C . --no-pager commit --no-verify -m x
block git push -uf origin feat
block git push --force-w origin feat
block git push --no-force --force
block git -c core.hooksPath=/dev/null commit -m x
block git -c CORE.HOOKSPATH= commit -m x
block git -c include.path=/tmp/x commit -m x
block git --exec-path=/tmp/mygit commit -m x
block git -c 'alias.ci=commit --no-verify' ci -m x
block git -c alias.p=push p -f
block git -c 'alias.x=!git push -f' x
block git config alias.ci 'commit --no-verify'
block git config remote.origin.push +refs/heads/main
block git -c remote.origin.mirror=true push
block git clone -c core.hooksPath=/tmp/x url
block git rebase -x 'git commit --amend -n' main
block HUSKY=0 git commit -m x
block LEFTHOOK=0 git commit -m x
block SKIP=eslint git commit -m x
block GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/x git commit -m x
block GIT_CONFIG_PARAMETERS="'core.hookspath'='/x'" git commit -m x
block NOPE=/x git --config-env=core.hooksPath=NOPE commit -m x
# allowed operations
pass git
pass git --version
pass git status
pass git log --oneline -n 5
pass git log --grep 'push --force'
pass git commit -m 'docs: mention --no-verify'
pass git commit -m -n
pass git commit -mn
pass git commit -uno -m x
pass git commit --amend --no-edit
pass git commit --no-verify --verify -m x
pass git commit -m x -- -n
pass git push -u origin feat
pass git push -n origin feat
pass git push -o -f origin feat
pass git push --force --no-force origin feat
pass git push origin :
pass git push --help
pass git merge -n feat
pass git rebase -n main
pass git pull --force
pass git cherry-pick -n abc
pass git fetch -f origin
pass git branch -D tmp
pass git clean -fdn
pass git reset --hard
pass git stash push -m -f
pass git diff -- --no-verify
pass git config --get core.hooksPath
pass git config core.hooksPath
pass git config user.name A
pass git config alias.st status
pass git -c user.name=x commit -m y
pass git -c core.hooksPath=/dev/null log
pass git remote add --mirror=fetch up url
pass git clone --mirror url
pass HUSKY=0 git status
pass HUSKY=1 git commit -m x
CASES

echo "git-wrapper: $cases cases, $failed failed"
[ "$failed" -eq 0 ]
