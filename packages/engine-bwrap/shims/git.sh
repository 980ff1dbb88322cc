#!/bin/sh
# shellcheck shell=dash
#
# The preset "@git" of commands: stands in front of git and turns down, with the reason and
# another way, what skips a repository's hooks, what overwrites or deletes branches of a remote,
# and what throws away work that nothing else holds. Everything else reaches git untouched.
# It is advice with good manners: whoever calls the real git by its path gets it.
#
# AGENT_SANDBOX_REAL names the real git (default /run/agent-sandbox/bin/git), unless AGENT_SANDBOX_CMD says
# that it is the real one of another command, whose script calls git. Exit status 126 and three
# lines on standard error when something is turned down; otherwise git's own.
#
# It is dash's dialect of POSIX sh (`local`, whose variables the called functions see) and
# starts no process on the usual path, since it runs before every git command.
#
# Written by scripts/generate.ts from packages/policy/src/git-rules and scripts/git-wrapper/template.sh.

set -f
real=/run/agent-sandbox/bin/git
[ "${AGENT_SANDBOX_CMD-git}" != git ] || real=${AGENT_SANDBOX_REAL:-$real}

# A variable that names this script would make it start itself for ever.
if [ -n "${AGENT_SANDBOX_REAL-}" ] && [ "$real" -ef "$0" ]; then
	echo "agent-sandbox: AGENT_SANDBOX_REAL names the wrapper itself" >&2
	exit 125
fi

# Git's own calls of itself: `git stash push` resets, `git submodule update` checks out by force.
if [ "/proc/$PPID/exe" -ef "$real" ]; then exec "$real" "$@"; fi

# What tools call all the time and `judge` would let through: dash has not read the rest yet.
case ${1-}:${GIT_EXEC_PATH-}${GIT_WORK_TREE-} in
	rev-parse: | status: | ls-files: | cat-file: | rev-list: | for-each-ref:) exec "$real" "$@" ;;
esac

# ---------------------------------------------------------------- the only way to say no

# refuse RULE WHAT WHY INSTEAD
refuse() {
	! from_hook || return 0
	printf '%s\n' "agent-sandbox: blocked $within$2" "  why: $3" "  instead: $4" >&2
	report "$1" "$within$2" "$3"
	exit 126
}

# report RULE WHAT WHY: to PID 1, where there is one that listens; one line, which is written
# at once because it is shorter than a pipe's buffer. nonblock: without a reader, as in a bare
# docker run, opening a pipe to write would wait for ever.
report() {
	local reports=/run/agent-sandbox/reports escaped='' what=''
	[ -p "$reports" ] || return 0
	escape "$2"
	what=$escaped
	escape "$3"
	printf '{"operation":"exec","target":"%s","result":"blocked","policy":"%s","reason":"%s"}\n' \
		"$what" "$1" "$escaped" |
		dd of="$reports" bs=4096 oflag=nonblock conv=nocreat,notrunc status=none 2>/dev/null || :
}

# escape TEXT: sets `escaped` to the start of TEXT as the inside of a JSON string.
escape() {
	local rest='' char=''
	escaped=''
	rest=$(printf '%.300s' "$1" | tr '[:cntrl:]' ' ')
	while :; do
		case $rest in
			*[\\\"]*) ;;
			*) break ;;
		esac
		char=${rest%%[\\\"]*}
		escaped=$escaped$char
		rest=${rest#"$char"}
		char=${rest%"${rest#?}"}
		escaped="$escaped\\$char"
		rest=${rest#?}
	done
	escaped=$escaped$rest
}

# Whether a hook of the repository started this, one that nobody in the sandbox can write: what the
# human's own hooks do with git is theirs to say.
from_hook() {
	local pid="$PPID" parent='' line=''
	[ -z "$hook_known" ] || return "$hook_known"
	hook_known=0
	while [ "$pid" -gt 1 ] && read -r line 2>/dev/null <"/proc/$pid/stat"; do
		# The name in front may hold blanks and brackets (proc(5)).
		line=${line##*) }
		line=${line#* }
		parent=${line%% *}
		if [ "/proc/$parent/exe" -ef "$real" ] && is_hook "$pid"; then return 0; fi
		pid=$parent
	done
	hook_known=1
	return 1
}

# is_hook PID: the program, or the script that its interpreter was started for, as the kernel does it:
# whatever else names a hook among its arguments is none. Programs of the caller's PATH are not asked.
is_hook() {
	local PATH="/usr/bin:/bin:$PATH" pid="$1" hook='' first='' blank=' 	' IFS='
'
	# shellcheck disable=SC2046 # a word a line
	set -- $(tr '\0' '\n' 2>/dev/null <"/proc/$1/cmdline" | head -n 3)
	if is_kept "${1-}"; then [ "/proc/$pid/exe" -ef "$hook" ]; return; fi
	if ! is_kept "${2-}"; then is_kept "${3-}" || return 1; fi
	IFS= read -r first 2>/dev/null <"$hook" || [ -n "$first" ] || return 1
	case $first in '#!'*) first=${first#??} ;; *) first=/bin/sh ;; esac
	first=${first#"${first%%[!"$blank"]*}"}
	# The interpreter that env(1) found has taken its place, and is any.
	case $first in
		*/env\ -S\ *" ${2-}") [ "${first#* -S }" = "${1-} ${2-}" ] && is_kept "${3-}"; return ;;
		*/env\ *) is_kept "${2-}"; return ;;
	esac
	[ "/proc/$pid/exe" -ef "${first%%["$blank"]*}" ] || return 1
	case $first in
		*["$blank"]*) [ "${2-}" = "${first#*["$blank"]}" ] && is_kept "${3-}" ;;
		*) is_kept "${2-}" ;;
	esac
}

# is_kept WORD: whether it names a hook that stays what it is; `hook` is then its path. A name in a folder
# that can be changed may be a link to any program, and whoever owns a file of mode 0555 can change that.
is_kept() {
	case ${1##*/} in
		applypatch-msg | pre-applypatch | post-applypatch | pre-commit | pre-merge-commit | prepare-commit-msg | \
			commit-msg | post-commit | pre-rebase | post-checkout | post-merge | pre-push | post-rewrite) ;;
		*) return 1 ;;
	esac
	case $1 in /*) hook=$1 ;; *) hook=/proc/$pid/cwd/$1 ;; esac
	[ -f "$hook" ] && is_fixed "$hook" && is_fixed "${hook%/*}"
}

# is_fixed PATH: whether nobody here can write it, nor its mode. Setting a time to what it is changes
# nothing, and is refused by a read-only mount and to whoever is not its owner.
is_fixed() {
	[ ! -w "$1" ] || return 1
	touch -c -a -r "$1" "$1" 2>/dev/null
	[ $? -eq 1 ]
}

skips_hooks() {
	refuse git-hooks-bypass "$1" "the repository's hooks would not run, or not all of them" \
		"leave that out and let the hooks run; fix what they report, or ask the human whether to skip them"
}

moves_hooks() {
	refuse git-hooks-moved "$1" "git would take its hooks from elsewhere, or find none" \
		"leave the hooks where they are and let them run; fix what they report, or ask the human to change them"
}

overwrites_remote() {
	refuse git-forced-push "$1" "it overwrites or deletes what the remote has, perhaps the work of others" \
		"push without force to a new branch (git push origin HEAD:refs/heads/NEW-NAME), or ask the human to do this"
}

moves_programs() {
	refuse git-programs-moved "$1" "git's own programs would come from elsewhere" \
		"use the git that is installed, without that option or variable"
}

discards_work() {
	refuse git-work-discarded "$1" "it throws away changes that are in no commit" \
		"keep them: commit them, or git stash push; git switch BRANCH changes branches, git restore --staged unstages"
}

drops_stash() {
	refuse git-stash-dropped "$1" "what was stashed would be gone" \
		"git stash apply, which keeps the stash, or ask the human to drop it"
}

deletes_branch() {
	refuse git-branch-deleted "$1" "commits that are nowhere else would be lost" \
		"git branch -d, which only deletes what is merged, or ask the human"
}

moves_branch() {
	refuse git-branch-moved "$1" "the branch would leave commits behind that no other one has" \
		"start a branch of another name (git switch -c NEW-NAME START), or ask the human"
}

loses_commits() {
	refuse git-commits-lost "$1" "commits that no branch has would be lost" \
		"start a branch there first (git branch NEW-NAME COMMIT), or ask the human"
}

prunes_objects() {
	refuse git-objects-pruned "$1" "what was committed or added and is in no branch any more would be gone for good" \
		"git gc, which keeps what is younger than two weeks, or ask the human to do this"
}

defines_alias() {
	refuse git-inline-alias "$1" "an alias for one command hides what git does" \
		"write out the command that the alias stands for"
}

hides_setting() {
	refuse git-hidden-setting "$1" "a setting from a variable hides what git does" \
		"give the setting itself, with -c NAME=VALUE"
}

# ---------------------------------------------------------------- options as git reads them

# long_option NAME TABLE
# Sets `option` to the one option of TABLE that git's parse-options takes NAME for, whole or
# by an unambiguous beginning, with "no-" in front where it is negated; to nothing when there
# is none or more than one (git stops there itself). Sets `takes_value` when its value may be
# the next argument. TABLE holds what is looked for (`name`), what takes a value (`name=`),
# and what makes a beginning of these ambiguous.
long_option() {
	# Git gives the options that are called "no-..." a negation too: --no-no-verify is --verify.
	local name="${1#no-no-}" entry='' long='' found=''
	option='' takes_value=''
	for entry in $2; do
		long=${entry%=}
		case $long in
			"$name") option=$long; [ "$entry" = "$long" ] || takes_value=yes; return ;;
			"$name"*) found="$found $entry" ;;
		esac
		case no-$long in
			"$name") option=$name; return ;;
			"$name"*) found="$found no-$long" ;;
		esac
	done
	# shellcheck disable=SC2086 # a list of option names
	set -- $found
	[ $# -eq 1 ] || return 0
	option=${1%=}
	[ "$option" = "$1" ] || takes_value=yes
}

# walk VISIT ARG...
# Calls VISIT for each option (`name value`, `-x value`) and each other argument (`word value`)
# as parse-options finds them. Reads from its caller: `longs` (see long_option), `valued` (short
# options with a value), `attached` (short options whose value, if any, is attached), and
# `stops` (not empty: options end at the first word, as for `git config`).
walk() {
	local visit="$1" arg='' name='' letter='' letters='' value=''
	shift
	while [ $# -gt 0 ]; do
		arg=$1
		shift
		case $arg in
			--) "$visit" dashes ''; words "$visit" "$@"; return ;;
			--end-of-options) words "$visit" "$@"; return ;;
			--*)
				name=${arg#--}
				long_option "${name%%=*}" "$longs"
				value=''
				case $name in
					*=*) value=${name#*=} ;;
					*) if [ -n "$takes_value" ] && [ $# -gt 0 ]; then value=$1; shift; fi ;;
				esac
				[ -z "$option" ] || "$visit" "$option" "$value"
				;;
			-?*)
				name=-
				letters=${arg#-}
				# Taking a long string apart letter by letter takes seconds, and only its start matters.
				[ ${#letters} -le 64 ] || letters=$(printf '%.64s' "$letters")
				while [ -n "$letters" ]; do
					letter=${letters%"${letters#?}"}
					letters=${letters#?}
					name=$name$letter
					value=''
					case $valued in *"$letter"*)
						value=${arg#"$name"}
						letters=''
						if [ -z "$value" ] && [ $# -gt 0 ]; then value=$1; shift; fi
						;;
					esac
					case $attached in *"$letter"*) letters='' ;; esac
					"$visit" "-$letter" "$value"
				done
				;;
			*)
				[ -z "$stops" ] || { words "$visit" "$arg" "$@"; return; }
				"$visit" word "$arg"
				;;
		esac
	done
}

words() {
	local visit="$1"
	shift
	while [ $# -gt 0 ]; do
		"$visit" word "$1"
		shift
	done
}

# ---------------------------------------------------------------- configuration

upper_to_lower=AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz

# Sets `lowered`: git compares sections and names of its configuration without case.
lower() {
	local rest="$1" letter=''
	lowered=$1
	case $1 in *[ABCDEFGHIJKLMNOPQRSTUVWXYZ]*) ;; *) return ;; esac
	lowered=''
	while [ -n "$rest" ]; do
		letter=${rest%"${rest#?}"}
		rest=${rest#?}
		case $letter in [ABCDEFGHIJKLMNOPQRSTUVWXYZ])
			letter=${upper_to_lower#*"$letter"}
			letter=${letter%"${letter#?}"}
			;;
		esac
		lowered=$lowered$letter
	done
}

# classify KEY VALUE
# Sets `kind` to what such a setting does: hooks, template, push, alias, or nothing of note.
classify() {
	lower "$1"
	kind=''
	case $lowered in
		core.hookspath) kind=hooks ;;
		include.path | includeif.*.path) kind=hooks ;;
		hook.*.enabled) case $2 in true | yes | on | 1) ;; *) kind=hooks ;; esac ;;
		hook.*) kind=hooks ;;
		init.templatedir) case $2 in '') ;; *) kind=template ;; esac ;;
		remote.*.push) case $2 in +* | :?*) kind=push ;; esac ;;
		remote.*.mirror) case $2 in false | no | off | 0 | '') ;; *) kind=push ;; esac ;;
		alias.*) kind='alias' ;;
		gc.pruneexpire | gc.reflogexpire* | gc.*.reflogexpire*) case $2 in never | false) ;; *) kind=expiry ;; esac ;;
	esac
}

# A setting that holds for this one command: remembered until it is known which command that is.
for_this_command() {
	local kind='' lowered=''
	classify "$1" "$2"
	case $kind in
		hooks) hooks_moved=$1 ;;
		template) template_set=$1 ;;
		push) push_forced=$1 ;;
		'alias') defines_alias "git with $lowered for one command" ;;
		expiry) prunes_objects "git with $lowered for one command" ;;
	esac
}

# A setting that is written to stay. KEY VALUE, and how the command reads.
to_stay() {
	local kind='' lowered=''
	classify "$1" "$2"
	case $kind in
		hooks | template) moves_hooks "$3 $lowered" ;;
		push) overwrites_remote "$3 $lowered" ;;
		expiry) prunes_objects "$3 $lowered" ;;
		alias) judge_alias "${lowered#alias.}" "$2" ;;
	esac
}

# Value of the environment variable whose name is $1, in `value`; nothing for what is no name.
variable() {
	value=''
	case $1 in '' | [0-9]* | *[!A-Za-z0-9_]*) return ;; esac
	eval "value=\${$1-}"
}

# git-config(1), ENVIRONMENT: numbered pairs, read before what -c gives.
numbered_settings() {
	local count="$GIT_CONFIG_COUNT" number=0 key='' value=''
	while :; do
		case $count in [+0\ ]?*) count=${count#?} ;; *) break ;; esac
	done
	# Git stops with "bogus count".
	case $count in *[!0-9]* | ?????????*) return ;; esac
	while [ "$number" -lt "$count" ]; do
		variable "GIT_CONFIG_KEY_$number"
		key=$value
		[ -n "$key" ] || return
		variable "GIT_CONFIG_VALUE_$number"
		for_this_command "$key" "$value"
		number=$((number + 1))
	done
}

# Takes one quoted string off the front of `rest`, as git quotes: '...', with '\'' and '\!' inside.
unquote() {
	quoted=''
	rest=${rest#\'}
	while :; do
		quoted=$quoted${rest%%\'*}
		case $rest in *\'*) rest=${rest#*\'} ;; *) rest='' ;; esac
		case $rest in
			"\\''"*) quoted="$quoted'" ;;
			"\\!'"*) quoted="$quoted!" ;;
			*) return ;;
		esac
		rest=${rest#???}
	done
}

# What git hands to its children: 'key'='value' since 2.31, 'key=value' before.
inherited_settings() {
	local rest="$GIT_CONFIG_PARAMETERS" quoted='' key=''
	while [ -n "$rest" ]; do
		case $rest in
			\ *) rest=${rest# } ;;
			\'*)
				unquote
				key=$quoted
				case $rest in
					=\'*) rest=${rest#=}; unquote ;;
					=*) rest=${rest#=} quoted='' ;;
					*)
						# Git trims the key of the old form.
						while :; do case $key in \ *) key=${key# } ;; *) break ;; esac; done
						quoted=${key#*=} key=${key%%=*}
						while :; do case $key in *\ ) key=${key% } ;; *) break ;; esac; done
						;;
				esac
				for_this_command "$key" "$quoted"
				;;
			*) return ;; # git stops with "bogus format"
		esac
	done
}

# GIT_CONFIG_GLOBAL and its like are innocent unless another hooks path comes of them.
compare_config_files() {
	[ -n "${GIT_CONFIG_GLOBAL+set}${GIT_CONFIG_SYSTEM+set}${GIT_CONFIG_NOSYSTEM+set}" ] || return 0
	local path='' usual=''
	path=$(ask_git "config --get core.hooksPath" "$@")
	usual=$(
		unset GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM
		ask_git "config --get core.hooksPath" "$@"
	)
	[ "$path" = "$usual" ] || moves_hooks "GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM or GIT_CONFIG_NOSYSTEM"
}

# ask_git QUESTION COUNT ARG...
# Answer of the real git to QUESTION, asked with the first COUNT of the arguments in front.
ask_git() {
	local question="$1" count="$2" left=''
	shift 2
	left=$#
	while [ "$left" -gt 0 ]; do
		[ "$count" -le 0 ] || set -- "$@" "$1"
		shift
		count=$((count - 1)) left=$((left - 1))
	done
	# shellcheck disable=SC2086 # words of this script's own
	"$real" "$@" $question 2>/dev/null </dev/null
}

# ---------------------------------------------------------------- hook managers

# Asked only for commands whose hooks can refuse something.
judge_hook_managers() {
	local name='' value=''
	for name in HUSKY LEFTHOOK HK; do
		variable "$name"
		case $value in 0 | false) skips_hooks "$name=$value" ;; esac
	done
	for name in HUSKY_SKIP_HOOKS LEFTHOOK_EXCLUDE PRE_COMMIT_ALLOW_NO_CONFIG PREK_SKIP PREK_ALLOW_NO_CONFIG \
			OVERCOMMIT_DISABLE GITHOOKS_DISABLE HK_SKIP_STEPS HK_SKIP_HOOK SKIP_SIMPLE_GIT_HOOKS \
			CAPTAINHOOK_SKIP_HOOKS SKIP_CHECKS SKIP_HOOKS; do
		variable "$name"
		case $value in '' | 0 | false | no | off) ;; *) skips_hooks "$name" ;; esac
	done
	name=SKIP value=${SKIP-}
	case $value in true | false | yes | no | on | off) ;; *[A-Za-z]*) skips_hooks "$name" ;; esac
	name=LEFTHOOK_BIN value=${LEFTHOOK_BIN-}
	case $value in : | true | */true) skips_hooks "$name=$value" ;; esac
	name=LEFTHOOK_CONFIG value=${LEFTHOOK_CONFIG-}
	case $value in /dev/null) skips_hooks "$name=$value" ;; esac
}

# ---------------------------------------------------------------- commands

judge_commit() {
	local command="$1" skipped='' rewrite=''
	local longs='verify verbose post-rewrite porcelain patch file= author= date= message= template= trailer= reedit-message= reuse-message= fixup= squash= cleanup= pathspec-from-file= pathspec-file-nul' valued='mFCct' attached='Su' stops=''
	shift
	walk visit_commit "$@"
	[ -z "$skipped" ] || skips_hooks "git $command $skipped"
	[ -z "$rewrite" ] || skips_hooks "git $command $rewrite"
}

visit_commit() {
	case $1 in
		no-verify) skipped=--no-verify ;;
		-n) skipped=-n ;;
		verify) skipped='' ;;
		no-post-rewrite) rewrite=--no-post-rewrite ;;
		post-rewrite) rewrite='' ;;
	esac
}

judge_merge() {
	local command="$1" skipped=''
	local longs='verify verify-signatures verbose cleanup= strategy= strategy-option= message= file= into-name=' valued='msXF' attached='S' stops=''
	shift
	walk visit_merge "$@"
	[ -z "$skipped" ] || skips_hooks "git $command $skipped"
}

visit_merge() {
	case $1 in
		no-verify) skipped=--no-verify ;;
		verify) skipped='' ;;
	esac
}

judge_am() {
	local command="$1" skipped=''
	local longs='verify quoted-cr= whitespace= directory= exclude= include= patch-format= resolvemsg= empty=' valued='Cp' attached='S' stops=''
	shift
	walk visit_am "$@"
	[ -z "$skipped" ] || skips_hooks "git $command $skipped"
}

visit_am() {
	case $1 in
		no-verify) skipped=--no-verify ;;
		-n) skipped=-n ;;
		verify) skipped='' ;;
	esac
}

judge_rebase() {
	local command="$1" skipped=''
	local longs='verify verbose onto= whitespace= empty= exec= strategy= strategy-option=' valued='CxsX' attached='Sr' stops=''
	shift
	walk visit_rebase "$@"
	[ -z "$skipped" ] || skips_hooks "git $command $skipped"
}

visit_rebase() {
	case $1 in
		no-verify) skipped=--no-verify ;;
		verify) skipped='' ;;
		exec | -x) judge_text shell "$2" ;;
	esac
}

judge_pull() {
	local command="$1" skipped=''
	local longs='verify verify-signatures verbose cleanup= strategy= strategy-option= upload-pack= depth= shallow-since= shallow-exclude= deepen= refmap= server-option= negotiation-tip=' valued='sXo' attached='Srj' stops=''
	shift
	walk visit_pull "$@"
	[ -z "$skipped" ] || skips_hooks "git $command $skipped"
}

visit_pull() {
	case $1 in
		no-verify) skipped=--no-verify ;;
		verify) skipped='' ;;
	esac
}

judge_push() {
	local command="$1" skipped='' force='' mirror='' prune='' deletes='' refspec=''
	local longs='verify verbose force force-with-lease force-if-includes follow-tags mirror prune porcelain progress delete dry-run repo= receive-pack= recurse-submodules= exec= push-option=' valued='o' attached='' stops=''
	shift
	[ -z "$push_forced" ] || overwrites_remote "git $command with $push_forced"
	walk visit_push "$@"
	[ -z "$skipped" ] || skips_hooks "git $command $skipped"
	[ -z "$force" ] || overwrites_remote "git $command $force"
	[ -z "$mirror" ] || overwrites_remote "git $command $mirror"
	[ -z "$prune" ] || overwrites_remote "git $command $prune"
	[ -z "$deletes" ] || overwrites_remote "git $command $deletes"
	[ -z "$refspec" ] || overwrites_remote "git $command $refspec"
}

visit_push() {
	case $1 in
		no-verify) skipped=--no-verify ;;
		verify) skipped='' ;;
		force | -f) force=--force ;;
		no-force) force='' ;;
		mirror) mirror=--mirror ;;
		no-mirror) mirror='' ;;
		prune) prune=--prune ;;
		no-prune) prune='' ;;
		delete | -d | -D) deletes=--delete ;;
		no-delete) deletes='' ;;
		stdin) refspec=--stdin ;;
		word) case $2 in +* | :?*) refspec=$2 ;; esac ;;
	esac
}

judge_send_pack() {
	local command="$1" skipped='' force='' mirror='' prune='' deletes='' refspec=''
	local longs='force force-with-lease force-if-includes mirror stdin stateless-rpc signed receive-pack= remote= exec= push-option=' valued='' attached='' stops=''
	shift
	[ -z "$push_forced" ] || overwrites_remote "git $command with $push_forced"
	walk visit_send_pack "$@"
	[ -z "$skipped" ] || skips_hooks "git $command $skipped"
	[ -z "$force" ] || overwrites_remote "git $command $force"
	[ -z "$mirror" ] || overwrites_remote "git $command $mirror"
	[ -z "$prune" ] || overwrites_remote "git $command $prune"
	[ -z "$deletes" ] || overwrites_remote "git $command $deletes"
	[ -z "$refspec" ] || overwrites_remote "git $command $refspec"
}

visit_send_pack() {
	case $1 in
		no-verify) skipped=--no-verify ;;
		verify) skipped='' ;;
		force | -f) force=--force ;;
		no-force) force='' ;;
		mirror) mirror=--mirror ;;
		no-mirror) mirror='' ;;
		prune) prune=--prune ;;
		no-prune) prune='' ;;
		delete | -d | -D) deletes=--delete ;;
		no-delete) deletes='' ;;
		stdin) refspec=--stdin ;;
		word) case $2 in +* | :?*) refspec=$2 ;; esac ;;
	esac
}

judge_reset() {
	local command="$1" hard='' merge=''
	local longs='hard merge mixed soft keep patch quiet recurse-submodules pathspec-from-file=' valued='' attached='' stops=''
	shift
	walk visit_reset "$@"
	[ -z "$hard" ] || discards_work "git $command $hard"
	[ -z "$merge" ] || discards_work "git $command $merge"
}

visit_reset() {
	case $1 in
		hard) hard=--hard ;;
		merge) merge=--merge ;;
	esac
}

judge_clean() {
	local command="$1" dry='' force=''
	local longs='dry-run force interactive quiet exclude=' valued='e' attached='' stops=''
	shift
	walk visit_clean "$@"
	[ -z "$force" ] || [ -n "$dry" ] || discards_work "git $command $force"
	[ -n "$dry" ] || discards_work "git $command"
}

visit_clean() {
	case $1 in
		dry-run) dry=--dry-run ;;
		-n) dry=-n ;;
		no-dry-run) dry='' ;;
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
	esac
}

judge_restore() {
	local command="$1" staged='' worktree=''
	local longs='staged worktree source= overlay ours theirs merge conflict= patch progress quiet recurse-submodules ignore-unmerged ignore-skip-worktree-bits pathspec-from-file= pathspec-file-nul' valued='s' attached='' stops=''
	shift
	walk visit_restore "$@"
	[ -z "$worktree" ] || discards_work "git $command $worktree"
	[ -n "$staged" ] || discards_work "git $command"
}

visit_restore() {
	case $1 in
		staged) staged=--staged ;;
		-S) staged=-S ;;
		no-staged) staged='' ;;
		worktree | -W) worktree=--worktree ;;
		no-worktree) worktree='' ;;
	esac
}

judge_switch() {
	local command="$1" force='' discard=''
	local longs='create= force-create= guess discard-changes quiet recurse-submodules progress merge conflict= detach track force orphan= overwrite-ignore ignore-other-worktrees' valued='cC' attached='t' stops=''
	shift
	walk visit_switch "$@"
	[ -z "$force" ] || discards_work "git $command $force"
	[ -z "$discard" ] || discards_work "git $command $discard"
}

visit_switch() {
	case $1 in
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
		discard-changes) discard=--discard-changes ;;
		no-discard-changes) discard='' ;;
	esac
}

judge_branch() {
	local command="$1" deletes='' force='' both=''
	local longs='verbose quiet track set-upstream-to= unset-upstream color remotes contains= no-contains= abbrev all delete move copy list show-current create-reflog edit-description force merged= no-merged= column sort= points-at= ignore-case recurse-submodules format=' valued='u' attached='t' stops=''
	shift
	walk visit_branch "$@"
	[ -z "$both" ] || deletes_branch "git $command $both"
	[ -z "$deletes" ] || [ -z "$force" ] || deletes_branch "git $command $deletes $force"
}

visit_branch() {
	case $1 in
		delete) deletes=--delete ;;
		-d) deletes=-d ;;
		no-delete) deletes='' ;;
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
		-D) both=-D ;;
	esac
}

judge_update_ref() {
	local command="$1" deletes='' input=''
	local longs='stdin create-reflog deref' valued='m' attached='' stops=''
	shift
	walk visit_update_ref "$@"
	[ -z "$deletes" ] || deletes_branch "git $command $deletes"
	[ -z "$input" ] || deletes_branch "git $command $input"
}

visit_update_ref() {
	case $1 in
		-d) deletes=-d ;;
		stdin) input=--stdin ;;
		no-stdin) input='' ;;
	esac
}

judge_read_tree() {
	local command="$1" reset='' update=''
	local longs='index-output= empty verbose trivial aggressive reset prefix= exclude-per-directory= dry-run' valued='' attached='' stops=''
	shift
	walk visit_read_tree "$@"
	[ -z "$reset" ] || [ -z "$update" ] || discards_work "git $command $reset $update"
}

visit_read_tree() {
	case $1 in
		reset) reset=--reset ;;
		-u) update=-u ;;
	esac
}

judge_rm() {
	local command="$1" dry='' cached='' force=''
	local longs='dry-run quiet cached recursive force ignore-unmatch sparse pathspec-from-file= pathspec-file-nul' valued='' attached='' stops=''
	shift
	walk visit_rm "$@"
	[ -z "$force" ] || [ -n "$cached" ] || [ -n "$dry" ] || discards_work "git $command $force"
}

visit_rm() {
	case $1 in
		dry-run) dry=--dry-run ;;
		-n) dry=-n ;;
		no-dry-run) dry='' ;;
		cached) cached=--cached ;;
		no-cached) cached='' ;;
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
	esac
}

judge_mv() {
	local command="$1" dry='' force=''
	local longs='verbose dry-run force sparse' valued='' attached='' stops=''
	shift
	walk visit_mv "$@"
	[ -z "$force" ] || [ -n "$dry" ] || discards_work "git $command $force"
}

visit_mv() {
	case $1 in
		dry-run) dry=--dry-run ;;
		-n) dry=-n ;;
		no-dry-run) dry='' ;;
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
	esac
}

judge_fast_import() {
	local command="$1" force=''
	local longs='force quiet stats allow-unsafe-features date-format= done depth= active-branches= export-pack-edges= export-marks= import-marks= import-marks-if-exists= relative-marks cat-blob-fd= big-file-threshold= max-pack-size= rewrite-submodules-from= rewrite-submodules-to=' valued='' attached='' stops=''
	shift
	walk visit_fast_import "$@"
	[ -z "$force" ] || moves_branch "git $command $force"
}

visit_fast_import() {
	case $1 in
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
	esac
}

judge_checkout_index() {
	local command="$1" force='' elsewhere='' temporary=''
	local longs='all force quiet no-create prefix= stage= temp ignore-skip-worktree-bits index stdin' valued='' attached='' stops=''
	shift
	walk visit_checkout_index "$@"
	[ -z "$force" ] || [ -n "$elsewhere" ] || [ -n "$temporary" ] || discards_work "git $command $force"
}

visit_checkout_index() {
	case $1 in
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
		prefix) case $2 in ../*) elsewhere=--prefix ;; esac ;;
		temp) temporary=--temp ;;
		no-temp) temporary='' ;;
	esac
}

judge_worktree() {
	local command="$1" removes='' force=''
	local longs='force detach checkout lock reason= track guess-remote orphan quiet relative-paths expire= porcelain dry-run verbose' valued='bB' attached='' stops=''
	shift
	walk visit_worktree "$@"
	[ -z "$removes" ] || [ -z "$force" ] || discards_work "git $command $removes $force"
}

visit_worktree() {
	case $1 in
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
		word) case $2 in remove) removes=$2 ;; esac ;;
	esac
}

judge_submodule() {
	local command="$1" writes='' force=''
	local longs='quiet cached force all init remote recursive checkout merge rebase reference= depth= jobs= branch= name= progress filter=' valued='bj' attached='' stops=''
	shift
	walk visit_submodule "$@"
	[ -z "$writes" ] || [ -z "$force" ] || discards_work "git $command $writes $force"
}

visit_submodule() {
	case $1 in
		force) force=--force ;;
		-f) force=-f ;;
		no-force) force='' ;;
		word) case $2 in update | deinit) writes=$2 ;; esac ;;
	esac
}

judge_gc() {
	local command="$1" prune=''
	local longs='quiet prune aggressive auto detach force keep-largest-pack cruft max-cruft-size= expire-to=' valued='' attached='' stops=''
	shift
	walk visit_gc "$@"
	[ -z "$prune" ] || prunes_objects "git $command $prune"
}

visit_gc() {
	case $1 in
		prune) case $2 in ?*) prune=--prune ;; esac ;;
		no-prune) prune='' ;;
	esac
}

judge_repack() {
	local command="$1" all='' removes='' loosens='' keeps='' expires=''
	local longs='cruft cruft-expiration= combine-cruft-below-size= max-cruft-size= path-walk quiet local write-bitmap-index delta-islands unpack-unreachable= keep-unreachable window= window-memory= depth= threads= max-pack-size= filter= pack-kept-objects keep-pack= geometric= write-midx name-hash-version= expire-to= filter-to=' valued='g' attached='' stops=''
	shift
	walk visit_repack "$@"
	[ -z "$expires" ] || [ -z "$removes" ] || prunes_objects "git $command $expires $removes"
	[ -z "$all" ] || [ -z "$removes" ] || [ -n "$keeps" ] || [ -n "$loosens" ] || prunes_objects "git $command $all $removes"
}

visit_repack() {
	case $1 in
		-a) all=-a ;;
		-d) removes=-d ;;
		-A) loosens=-A ;;
		keep-unreachable | -k) keeps=-k ;;
		cruft) keeps=--cruft ;;
		no-keep-unreachable | no-cruft) keeps='' ;;
		cruft-expiration) case $2 in ?*) expires=--cruft-expiration ;; esac ;;
		unpack-unreachable) case $2 in ?*) expires=--unpack-unreachable ;; esac ;;
	esac
}

judge_prune() {
	local command="$1" dry=''
	local longs='dry-run verbose progress expire= exclude-promisor-objects' valued='' attached='' stops=''
	shift
	walk visit_prune "$@"
	[ -n "$dry" ] || prunes_objects "git $command"
}

visit_prune() {
	case $1 in
		dry-run) dry=--dry-run ;;
		-n) dry=-n ;;
		no-dry-run) dry='' ;;
	esac
}

# judge_checkout COUNT ARG...: after the COUNT options of git itself and the command. A lone word may be a
# branch or a file: the real git is asked which.
judge_checkout() {
	local force='' patch='' from='' makes='' moved='' dashed='' before=0 after=0 first=''
	local longs='guess overlay quiet recurse-submodules progress merge conflict= detach track force orphan= overwrite-ignore ignore-other-worktrees ours theirs patch ignore-skip-worktree-bits pathspec-from-file= pathspec-file-nul' valued='bB' attached='t' stops=''
	walk_words visit_checkout "$@"
	[ -z "$force$patch$from" ] || discards_work "git checkout ${force:-${patch:-$from}}"
	[ "$after" -eq 0 ] || discards_work "git checkout -- FILE"
	[ -z "$moved" ] || judge_moved "git checkout -B" "$moved" "$first" "$@"
	[ -z "$makes" ] || return 0
	[ "$before" -le 1 ] || discards_work "git checkout TREE FILE"
	[ "$before$dashed" != 1 ] || judge_lone_word "$@"
}

visit_checkout() {
	case $1 in
		force | -f) force=--force ;;
		no-force) force='' ;;
		patch | -p) patch=--patch ;;
		no-patch) patch='' ;;
		pathspec-from-file) from=--pathspec-from-file ;;
		-B) moved=$2 makes=yes ;;
		track | detach | orphan | -[bdt]) makes=yes ;;
		dashes) dashed=yes ;;
		word)
			[ "$before$after" != 00 ] || first=$2
			if [ -n "$dashed" ]; then after=$((after + 1)); else before=$((before + 1)); fi
			;;
	esac
}

# judge_lone_word COUNT ARG...: git takes it for a branch first, and stops where it is a file as well.
judge_lone_word() {
	case $first in
		-) return ;;
		# No branch has a blank in its name, and a question is split at blanks.
		*[[:space:]]*) ;;
		*)
			if ask_git "rev-parse --quiet --verify $first^{commit}" "$@" >/dev/null; then return; fi
			if ! ask_git "ls-files --error-unmatch -- $first" "$@" >/dev/null; then return; fi
			;;
	esac
	discards_work "git checkout $first"
}

# judge_branch_given COUNT ARG...: a branch that another is renamed or copied to loses its reflog too. Nothing
# is lost where the other one has all of its commits.
judge_branch_given() {
	local force='' moves='' other='' first='' second='' source=''
	local longs='verbose quiet track set-upstream-to= unset-upstream color remotes contains= no-contains= abbrev all delete move copy list show-current create-reflog edit-description force merged= no-merged= column sort= points-at= ignore-case recurse-submodules format=' valued='u' attached='t' stops=''
	walk_words visit_branch_given "$@"
	[ -n "$first" ] && [ -n "$force" ] && [ -z "$other" ] || return 0
	[ -n "$moves" ] || { judge_moved "git branch --force" "$first" "$second" "$@"; return; }
	case $first$second in *[[:space:]]*) return ;; esac
	source=refs/heads/$first
	[ -n "$second" ] || { second=$first source=HEAD; }
	# Which branch that is, git alone knows.
	case $second in *@\{*) deletes_branch "git branch $moves $second" ;; esac
	ask_git "rev-parse --quiet --verify refs/heads/$second^{commit}" "$@" >/dev/null || return 0
	if ask_git "merge-base --is-ancestor refs/heads/$second $source" "$@"; then return; fi
	deletes_branch "git branch $moves $second"
}

# walk_words VISIT COUNT ARG...: what follows the COUNT options of git itself and the command.
walk_words() {
	local visit="$1"
	shift $(($2 + 3))
	walk "$visit" "$@"
}

visit_branch_given() {
	case $1 in
		-[MC]) moves=$1 force=yes ;;
		move | -m) moves=--move ;;
		copy | -c) moves=--copy ;;
		force | -f) force=yes ;;
		no-force) force='' ;;
		delete | -[dDlar] | list | all | remotes | set-upstream-to | -u | unset-upstream | edit-description) other=yes ;;
		word) if [ -z "$first" ]; then first=$2; else second=$2; fi ;;
	esac
}

judge_switch_given() {
	local moved='' first=''
	local longs='create= force-create= guess discard-changes quiet recurse-submodules progress merge conflict= detach track force orphan= overwrite-ignore ignore-other-worktrees' valued='cC' attached='t' stops=''
	walk_words visit_switch_given "$@"
	[ -z "$moved" ] || judge_moved "git switch --force-create" "$moved" "$first" "$@"
}

visit_switch_given() {
	case $1 in
		force-create | -C) moved=$2 ;;
		word) [ -n "$first" ] || first=$2 ;;
	esac
}

judge_worktree_given() {
	local moved='' first='' second='' third='' commit=''
	local longs='force detach checkout lock reason= track guess-remote orphan quiet relative-paths expire= porcelain dry-run verbose' valued='bB' attached='' stops=''
	walk_words visit_worktree_given "$@"
	case $first:$moved in
		add:?*) judge_moved "git worktree add -B" "$moved" "$third" "$@" ;;
		remove:*)
			commit=$(detached_at "$second" "$@")
			[ -n "$commit" ] || return 0
			! is_lost "$commit --not --branches --remotes --tags" "$@" || loses_commits "git worktree remove $second"
			;;
	esac
}

visit_worktree_given() {
	case $1 in
		-B) moved=$2 ;;
		word) if [ -z "$first" ]; then first=$2; elif [ -z "$second" ]; then second=$2; else third=$2; fi ;;
	esac
}

# detached_at PATH COUNT ARG...: the commit that a worktree has checked out without a branch: its reflog goes with it.
detached_at() {
	local path="$1" IFS='
'
	shift
	! ask_git "-C
$path
symbolic-ref
--quiet
HEAD" "$@" >/dev/null || return 0
	ask_git "-C
$path
rev-parse
--quiet
--verify
HEAD" "$@"
}

judge_update_ref_given() {
	local first='' second='' alone=''
	local longs='stdin create-reflog deref' valued='m' attached='' stops=''
	walk_words visit_update_ref_given "$@"
	# HEAD stands for the branch that is checked out.
	[ "$first" != HEAD ] || [ -n "$alone" ] || first=$(ask_git "symbolic-ref --quiet HEAD" "$@")
	case $first in
		refs/heads/*) judge_moved "git update-ref" "${first#refs/heads/}" "${second:-^}" "$@" ;;
		refs/tags/*) judge_tags_lost "git update-ref $first" "${first#refs/tags/}" "$@" ;;
	esac
}

visit_update_ref_given() {
	case $1 in
		no-deref) alone=yes ;;
		deref) alone='' ;;
		word) if [ -z "$first" ]; then first=$2; elif [ -z "$second" ]; then second=$2; fi ;;
	esac
}

# judge_symbolic_ref_given COUNT ARG...: a branch that becomes another name of a branch.
judge_symbolic_ref_given() {
	local first='' second=''
	local longs='quiet delete short recurse' valued='m' attached='' stops=''
	walk_words visit_update_ref_given "$@"
	case $second:$first in
		?*:refs/heads/*) judge_moved "git symbolic-ref" "${first#refs/heads/}" "$second" "$@" ;;
	esac
}

# judge_reset_given COUNT ARG...: without a path it moves the branch that is checked out. Back along its own history
# every change is still in the working tree, as after commit --amend, unless --keep takes it from there as well.
judge_reset_given() {
	local keep='' other='' dashed='' first='' commit='' branch=''
	local longs='hard merge mixed soft keep patch quiet recurse-submodules pathspec-from-file=' valued='' attached='' stops=''
	walk_words visit_reset_given "$@"
	[ -n "$first" ] && [ -z "$other" ] || return 0
	commit=$(start_commit "$first" "$@")
	# What is no commit is a path.
	[ -n "$commit" ] || return 0
	if [ -z "$keep" ] && ask_git "merge-base --is-ancestor $commit HEAD" "$@"; then return; fi
	branch=$(ask_git "symbolic-ref --quiet --short HEAD" "$@") || return 0
	judge_moved "git reset $first, which moves" "$branch" "$first" "$@"
}

visit_reset_given() {
	case $1 in
		keep) keep=yes ;;
		mixed | soft) keep='' ;;
		hard | merge | patch | -p | pathspec-from-file) other=yes ;;
		dashes) dashed=yes ;;
		word) if [ -z "$dashed$first" ]; then first=$2; else other=yes; fi ;;
	esac
}

# judge_read_tree_given COUNT ARG...: of one tree git takes what is in the index for its own, and writes over it.
judge_read_tree_given() {
	local merges='' updates='' dry='' trees=0
	local longs='index-output= empty verbose trivial aggressive reset prefix= exclude-per-directory= dry-run' valued='' attached='' stops=''
	walk_words visit_read_tree_given "$@"
	[ "$merges$updates$trees" != yesyes1 ] || [ -n "$dry" ] || discards_work "git read-tree -m -u"
}

visit_read_tree_given() {
	case $1 in
		-m) merges=yes ;;
		-u) updates=yes ;;
		dry-run | -n) dry=yes ;;
		word) trees=$((trees + 1)) ;;
	esac
}

judge_tag_given() {
	local deletes='' force='' other='' names=''
	local longs='annotate list delete verify message= file= trailer= edit sign cleanup= local-user= force create-reflog column contains= no-contains= merged= no-merged= omit-empty sort= points-at= format= color ignore-case' valued='mFu' attached='n' stops=''
	walk_words visit_tag_given "$@"
	[ -z "$other" ] || return 0
	if [ -n "$deletes" ]; then
		judge_tags_lost "git tag --delete" "$names" "$@"
	elif [ -n "$force" ]; then
		names=${names# }
		judge_tags_lost "git tag --force" "${names%% *}" "$@"
	fi
}

visit_tag_given() {
	case $1 in
		delete | -d) deletes=yes ;;
		no-delete) deletes='' ;;
		force | -f) force=yes ;;
		no-force) force='' ;;
		list | verify | -[lv]) other=yes ;;
		word) case $2 in *[[:space:]]*) ;; *) names="$names $2" ;; esac ;;
	esac
}

# judge_tags_lost WHAT NAMES COUNT ARG...: tags that go, or are set to something else.
judge_tags_lost() {
	local what="$1" name='' refs='' left=''
	for name in $2; do
		[ -n "$(shift 2; ask_git "rev-parse --quiet --verify refs/tags/$name" "$@")" ] || continue
		refs="$refs refs/tags/$name" left="$left --exclude=$name"
	done
	shift 2
	[ -n "$refs" ] || return 0
	is_lost "$refs --not $left --tags --branches --remotes" "$@" || return 0
	loses_commits "$what"
}

# is_lost QUESTION COUNT ARG...: whether these refs lead to a commit that those which stay do not. What cannot be
# told counts as lost.
is_lost() {
	local question="rev-list --max-count=1 $1" lost=''
	shift
	lost=$(ask_git "$question" "$@") || return 0
	[ -n "$lost" ]
}

# judge_fetch_given COUNT ARG...: only by force does it set a branch of this repository to what is no successor, and
# only where it prunes does it delete one. Which ones, the remote alone knows.
judge_fetch_given() {
	local force='' prune='' tags='' dry='' specs='' remotes=' '
	case $command in
		fetch)
			local longs='verbose quiet all set-upstream append atomic upload-pack= force multiple tags jobs= prefetch prune prune-tags recurse-submodules dry-run porcelain write-fetch-head keep update-head-ok progress depth= shallow-since= shallow-exclude= deepen= unshallow refetch update-shallow refmap= server-option= ipv4 ipv6 negotiation-tip= negotiate-only filter= auto-maintenance auto-gc show-forced-updates write-commit-graph stdin' valued='jo' attached='' stops=''
			;;
		pull)
			local longs='verbose quiet progress recurse-submodules rebase stat log signoff squash commit edit cleanup= ff ff-only verify verify-signatures autostash strategy= strategy-option= gpg-sign allow-unrelated-histories all append upload-pack= force tags prune jobs dry-run keep depth= shallow-since= shallow-exclude= deepen= unshallow update-shallow refmap= server-option= ipv4 ipv6 negotiation-tip= show-forced-updates set-upstream' valued='sXo' attached='rSj' stops=''
			;;
	esac
	walk_words visit_fetch_given "$@"
	[ -n "$dry" ] || judge_refspecs "git $command" "$@"
}

visit_fetch_given() {
	case $1 in
		force | -f) force=+ ;;
		no-force) force='' ;;
		prune | -p) prune=yes ;;
		no-prune) prune=no ;;
		prune-tags | -P) tags=yes ;;
		no-prune-tags) tags=no ;;
		dry-run) dry=yes ;;
		no-dry-run) dry='' ;;
		stdin) moves_branch "git $command --stdin" ;;
		refmap) specs="$specs $2" ;;
		word)
			case $2 in *[[:space:]]*) return ;; *:?*) specs="$specs $2" ;; esac
			remotes="$remotes$2 "
			;;
	esac
}

# judge_remote_given COUNT ARG...: what it prunes and updates, it does as fetch.
judge_remote_given() {
	local force='' prune='' tags='' dry='' specs='' remotes=' ' action=''
	local longs='verbose dry-run prune' valued='' attached='' stops=''
	walk_words visit_remote_given "$@"
	case $action$dry in
		prune) force=+ prune=yes; judge_refspecs "git remote prune" "$@" ;;
		update) judge_refspecs "git remote update" "$@" ;;
	esac
}

visit_remote_given() {
	case $1 in
		word) if [ -z "$action" ]; then action=$2; else remotes="$remotes$2 "; fi ;;
		-n) dry=yes ;;
		*) visit_fetch_given "$@" ;;
	esac
}

# judge_refspecs WHAT COUNT ARG...: those of the command line, and those of the remotes that it names.
judge_refspecs() {
	local what="$1" spec='' into=''
	shift
	configured_fetch "$@"
	for spec in $specs; do
		into=${spec#*:}
		case $into in
			refs/heads/*) into=${into#refs/heads/} ;;
			heads/*) into=${into#heads/} ;;
			refs/* | tags/* | remotes/*) continue ;;
		esac
		case $force$spec:$into:$prune in
			^*) ;;
			+*\** | *\**:yes) ! is_lost "--branches --not --remotes --tags" "$@" || moves_branch "$what $spec" ;;
			+*) judge_moved "$what" "$into" : "$@" ;;
		esac
	done
	[ "$prune$tags" = yesyes ] || return 0
	! is_lost "--tags --not --branches --remotes" "$@" || loses_commits "$what --prune-tags"
}

# configured_fetch COUNT ARG...: adds to `specs`, `prune` and `tags` what the configuration says of `remotes`; of
# every one, where none is named.
configured_fetch() {
	local line='' key='' name='' IFS='
'
	for line in $(ask_git 'config
--get-regexp
^(fetch|remote\..*)\.(prune|prunetags|fetch)$' "$@"); do
		key=${line%% *}
		line=${line#"$key"}
		line=${line# }
		name=${key#remote.}
		case $remotes in ' ' | *" ${name%.*} "*) ;; *) [ "$name" = "$key" ] || continue ;; esac
		case $key:$line in
			*.fetch:*) specs="$specs $line" ;;
			*:false | *:no | *:off | *:0) ;;
			*.prune:*) prune=${prune:-yes} ;;
			*.prunetags:*) tags=${tags:-yes} ;;
		esac
	done
}

# judge_moved WHAT BRANCH START COUNT ARG...: a branch is set to another commit. What others lead to, branches of
# remotes and tags among them, is not lost; what cannot be told is. START is ":" where only a remote knows it.
judge_moved() {
	local what="$1 $2" moved="$2" start="${3:-HEAD}" commit='' branch=''
	shift 3
	# No branch has a blank in its name, and a question is split at blanks.
	case $moved in *[[:space:]]*) return ;; esac
	# Which branch that is, git alone knows.
	case $moved in *@\{*) moves_branch "$what" ;; esac
	# A branch may be another name of one, which then is what moves.
	branch=$(ask_git "rev-parse --quiet --verify --symbolic-full-name refs/heads/$moved" "$@")
	[ -n "$branch" ] || return 0
	[ "$start" = : ] || commit=$(start_commit "$start" "$@")
	[ -n "$commit" ] || [ "$start" = : ] || moves_branch "$what"
	! is_lost "$branch --not $commit --exclude=$moved --exclude=${branch#refs/heads/} --branches --remotes --tags" "$@" ||
		moves_branch "$what"
}

# start_commit START COUNT ARG...: what git starts a branch at, with its short forms: the branch before, and the
# merge base of two sides. A date or a message in it may hold blanks: a question is split at line feeds here.
start_commit() {
	local start="$1" left='' right='' IFS='
'
	shift
	[ "$start" != - ] || start='@{-1}'
	case $start in
		*...*)
			left=${start%%...*} right=${start#*...}
			ask_git "merge-base
${left:-HEAD}
${right:-HEAD}" "$@"
			;;
		*)
			ask_git "rev-parse
--quiet
--verify
$start" "$@"
			;;
	esac
}

judge_config() {
	local longs='get get-all get-regexp get-urlmatch get-color get-colorbool list unset unset-all rename-section remove-section replace-all add edit all append regexp global local system worktree type= default= file= fixed-value blob= value= url= comment= name-only null includes show-origin show-scope show-names' valued='ft' attached='' stops='yes'
	local reads='' removes='' sections='' count=0 first='' second='' action='' name='' lowered=''
	# The form of git 2.46, where the action is a word in front.
	case ${1-} in set | unset | get | list | rename-section | remove-section | edit) action=$1; shift ;; esac
	case $action in
		get | list) return ;;
		unset) removes=yes ;;
		*-section) sections=yes ;;
	esac
	walk visit_config "$@"
	if [ -n "$sections" ]; then
		for name in "$first" "$second"; do
			lower "$name"
			case $lowered in core | hook.* | include | includeif.* | alias) moves_hooks "git config: the whole section $lowered" ;; esac
		done
	elif [ -n "$removes" ]; then
		lower "$first"
		# Where the hooks path or a hook is set, taking it away is a way around it too.
		case $lowered in core.hookspath | hook.*) moves_hooks "git config --unset $lowered" ;; esac
	elif [ -z "$reads" ] && [ "$count" -ge 2 ]; then
		to_stay "$first" "$second" "git config"
	fi
}

visit_config() {
	case $1 in
		get | get-* | list | -l) reads=yes ;;
		no-get | no-get-* | no-list) reads='' ;;
		unset | unset-all) removes=yes ;;
		*-section) sections=yes ;;
		word)
			count=$((count + 1))
			case $count in 1) first=$2 ;; 2) second=$2 ;; esac
			;;
	esac
}

# clone and init: settings that stay, and templates, which bring hooks and settings of their own.
judge_new_repository() {
	local command="$1" longs='' valued='' attached='' stops=''
	shift
	case $command in
		clone)
			longs='jobs= template= reference= reference-if-able= origin= branch= upload-pack= depth= shallow-since= shallow-exclude= separate-git-dir= config= server-option= filter= bundle-uri= ref-format= shared sparse single-branch shallow-submodules recurse-submodules recursive remote-submodules reject-shallow' valued='jobuc' attached='' stops=''
			;;
		*)
			longs='template= separate-git-dir= initial-branch= object-format= ref-format= shared' valued='b' attached='' stops=''
			;;
	esac
	[ -z "$template_set" ] || moves_hooks "git $command with $template_set"
	walk visit_new_repository "$@"
}

visit_new_repository() {
	case $1 in
		template) [ -z "$2" ] || moves_hooks "git $command --template" ;;
		config | -c)
			case $2 in
				*=*) to_stay "${2%%=*}" "${2#*=}" "git clone --config" ;;
				*) to_stay "$2" true "git clone --config" ;;
			esac
			;;
	esac
}

judge_remote() {
	local mirror=''
	local longs='mirror master= track= fetch tags' valued='tm' attached='' stops=''
	while :; do case ${1-} in -v | --verbose) shift ;; *) break ;; esac; done
	[ "${1-}" = add ] || return 0
	walk visit_remote "$@"
	[ -z "$mirror" ] || overwrites_remote "git remote add --mirror: every push would be forced"
}

visit_remote() {
	case $1 in
		mirror) mirror=yes; [ "$2" != fetch ] || mirror='' ;;
		no-mirror) mirror='' ;;
	esac
}

# Commands that run what they are given.
judge_carrier() {
	local command="$1"
	shift
	case $command in
		for-each-repo)
			while :; do
				case ${1-} in
					--) shift; break ;;
					--config) shift; [ $# -eq 0 ] || shift ;;
					-*) shift ;;
					*) break ;;
				esac
			done
			judge "$@"
			;;
		bisect) [ "${1-}" != run ] || { shift; judge_words "$@"; } ;;
		submodule)
			while :; do case ${1-} in --quiet | -q | foreach | --recursive) shift ;; *) break ;; esac; done
			# One argument is a script; more are a command's words (git-submodule(1)).
			if [ $# -eq 1 ]; then judge_text shell "$1"; else judge_words "$@"; fi
			;;
	esac
}

# What writes a file by its own option may not write below .git/hooks.
judge_output() {
	local command="$1" before=''
	shift
	case $command in archive | checkout-index | diff* | format-patch | log | range-diff | show | whatchanged) ;; *) return ;; esac
	while [ $# -gt 0 ]; do
		case $before$1 in
			--output=*.git/hooks* | --output-directory=*.git/hooks* | --prefix=*.git/hooks*) ;;
			--output*.git/hooks* | --prefix*.git/hooks*) [ -n "$before" ] || { before=$1; shift; continue; } ;;
			-o*.git/hooks*) case $command in archive | format-patch) ;; *) before=$1; shift; continue ;; esac ;;
			*) before=$1; shift; continue ;;
		esac
		moves_hooks "git $command: writing below .git/hooks"
	done
}

# ---------------------------------------------------------------- aliases and shell text

# quote ARG...: sets `quoted` to the arguments as shell words. Of a very long one, which can
# only be a message, the start is enough.
quote() {
	local arg='' rest=''
	quoted=''
	for arg; do
		[ ${#arg} -le 200 ] || arg=$(printf '%.64s' "$arg")
		rest=$arg arg=''
		while :; do
			case $rest in *\'*) arg="$arg${rest%%\'*}'\\''" rest=${rest#*\'} ;; *) break ;; esac
		done
		quoted="$quoted '$arg$rest'"
	done
}

# judge_alias NAME TEXT [COUNT ARG...]: what git would run for this alias, with the COUNT
# options in front of it and the arguments after it.
judge_alias() {
	local within="${within}alias \"$1\": " name="$1" text="$2" quoted='' options='' form='' rest=''
	local depth=$((depth + 1))
	# Git itself stops at an alias that calls itself.
	[ "$depth" -le 10 ] || return 0
	shift 2
	if [ $# -gt 0 ]; then
		local count="$1"
		shift
		while [ "$count" -gt 0 ]; do
			quote "$1"
			options="$options$quoted"
			count=$((count - 1))
			shift
		done
		shift # the alias itself
	fi
	quote "$@"
	case $text in
		!*)
			text=${text#!}
			# The arguments stand where the script asks for them, and git puts them at its end as well.
			# shellcheck disable=SC2016 # these are the script's
			for form in '"$@"' '"$*"' '$@' '$*' '"$1"' '$1'; do
				rest=$text text=''
				while :; do
					case $rest in *"$form"*) text="$text${rest%%"$form"*}$quoted" rest=${rest#*"$form"} ;; *) break ;; esac
				done
				text=$text$rest
			done
			judge_text shell "$text$quoted"
			;;
		*) judge_text words "$options $text$quoted" ;;
	esac
}

# judge_text shell|words TEXT
# Judges each git command of TEXT, split as a shell would, or the one whose arguments TEXT
# holds, split as git splits an alias. Quotes and backslashes count; nothing is expanded.
judge_text() {
	local mode="$1" text="$2" word='' begun='' char='' piece=''
	set --
	while [ -n "$text" ]; do
		char=${text%"${text#?}"}
		text=${text#?}
		case $char in
			\')
				piece=${text%%\'*}
				text=${text#"$piece"}
				text=${text#?}
				word=$word$piece begun=yes
				;;
			\")
				begun=yes
				while [ -n "$text" ]; do
					piece=${text%%[\"\\]*}
					word=$word$piece
					text=${text#"$piece"}
					case $text in \"*) text=${text#?}; break ;; esac
					text=${text#?}
					word=$word${text%"${text#?}"}
					text=${text#?}
				done
				;;
			\\)
				word=$word${text%"${text#?}"} begun=yes
				text=${text#?}
				;;
			' ' | '	')
				[ -z "$begun" ] || set -- "$@" "$word"
				word='' begun=''
				;;
			[';&|()`
'])
				if [ "$mode" = words ]; then
					word=$word$char begun=yes
				else
					[ -z "$begun" ] || set -- "$@" "$word"
					word='' begun=''
					judge_words "$@"
					set --
				fi
				;;
			*) word=$word$char begun=yes ;;
		esac
	done
	[ -z "$begun" ] || set -- "$@" "$word"
	if [ "$mode" = words ]; then judge "$@"; else judge_words "$@"; fi
}

# The words of one command of a shell script: judged when they call git.
judge_words() {
	while [ $# -gt 0 ]; do
		case $1 in
			# Only for this command: `local` gives the variable its old value back at the end.
			HUSKY*=* | LEFTHOOK*=* | SKIP*=* | PRE*=* | OVERCOMMIT*=* | GIT*=* | HK*=* | CAPTAINHOOK*=*)
				case ${1%%=*} in *[!A-Z0-9_]*) return ;; esac
				# shellcheck disable=SC3043,SC2163
				local "$1"
				shift
				;;
			[A-Za-z_]*=* | '{' | ! | if | then | else | elif | while | until | do | exec | env | command | time | nohup | nice | sudo | xargs)
				shift
				;;
			eval) shift; judge_text shell "$*"; return ;;
			sh | bash | dash | */sh | */bash | */dash)
				shift
				while :; do
					case ${1-} in
						-*c) judge_text shell "${2-}"; return ;;
						-*) shift ;;
						*) return ;;
					esac
				done
				;;
			git | */git) shift; judge "$@"; return ;;
			*) return ;;
		esac
	done
}

# ---------------------------------------------------------------- a whole git command line

# read_globals ARG...: git's own options (handle_options in git.c), none of which may be
# shortened. Sets `consumed` to how many arguments they are.
read_globals() {
	local value='' all="$#"
	while [ $# -gt 0 ]; do
		case $1 in
			-c)
				case ${2-} in
					*=*) for_this_command "${2%%=*}" "${2#*=}" ;;
					?*) for_this_command "$2" true ;;
				esac
				shift
				;;
			--config-env) from_variable "${2-}"; shift ;;
			--config-env=*) from_variable "${1#--config-env=}" ;;
			--exec-path=*) judge_exec_path "${1#--exec-path=}" "git --exec-path" ;;
			--work-tree) judge_work_tree "${2-}"; shift ;;
			--work-tree=*) judge_work_tree "$1" ;;
			-C | --git-dir | --namespace | --super-prefix | --attr-source | --shallow-file) shift ;;
			--help | -h | --version | -v) break ;;
			-*) ;;
			*) break ;;
		esac
		# The value of a last option may be missing.
		[ $# -eq 0 ] || shift
	done
	consumed=$((all - $#))
}

from_variable() {
	hides_setting "git --config-env"
	variable "${1##*=}"
	for_this_command "${1%=*}" "$value"
}

# The usual path is innocent: git itself exports it to hooks.
judge_exec_path() {
	local usual=''
	usual=$(unset GIT_EXEC_PATH; "$real" --exec-path 2>/dev/null </dev/null)
	[ "$1" = "$usual" ] || moves_programs "$2"
}

judge_work_tree() {
	case $1 in *.git/hooks*) moves_hooks "git --work-tree below .git/hooks" ;; esac
}

# judge ARG...: returns when git may have these arguments, else ends in refuse.
judge() {
	local consumed=0 command='' depth=$((depth + 1))
	local hooks_moved="$hooks_moved" template_set="$template_set" push_forced="$push_forced"
	[ "$depth" -le 20 ] || return 0
	[ -z "${GIT_CONFIG_COUNT-}" ] || numbered_settings
	[ -z "${GIT_CONFIG_PARAMETERS-}" ] || inherited_settings
	[ -z "${GIT_EXEC_PATH-}" ] || judge_exec_path "$GIT_EXEC_PATH" "GIT_EXEC_PATH"
	[ -z "${GIT_WORK_TREE-}" ] || judge_work_tree "$GIT_WORK_TREE"
	read_globals "$@"
	[ $# -gt "$consumed" ] || return 0
	eval "command=\${$((consumed + 1))}"
	case $command in
		# These only look, or have no hook that could refuse anything.
		-* | help | version | status | log | show | blame | annotate | grep | describe | shortlog | rev-parse | \
			rev-list | ls-files | ls-tree | ls-remote | cat-file | for-each-ref | show-ref | show-branch | merge-base | \
			merge-tree | merge-file | name-rev | cherry | range-diff | diff | diff-files | diff-index | diff-tree | \
			check-ignore | check-attr | check-ref-format | check-mailmap | count-objects | hash-object | patch-id | var | \
			whatchanged | archive | format-patch | verify-commit | verify-pack | verify-tag | stripspace | \
			interpret-trailers | request-pull | get-tar-commit-id | fmt-merge-msg | column | fsck | bugreport | diagnose)
			case $* in *.git/hooks*) shift "$consumed"; judge_output "$@" ;; esac
			return 0
			;;
		add | am | apply | bisect | branch | bundle | checkout | checkout-index | cherry-pick | clean | clone | \
			commit | commit-graph | commit-tree | config | credential | credential-cache | credential-store | daemon | \
			difftool | fast-export | fast-import | fetch | fetch-pack | filter-branch | for-each-repo | gc | hook | \
			http-push | index-pack | init | init-db | lfs | maintenance | merge | merge-index | mergetool | mktag | \
			mktree | multi-pack-index | mv | notes | p4 | pack-objects | pack-refs | prune | prune-packed | pull | push | \
			read-tree | rebase | receive-pack | refs | remote | repack | replace | replay | rerere | reset | restore | \
			revert | rm | send-pack | sparse-checkout | stage | stash | submodule | subtree | svn | switch | \
			symbolic-ref | tag | unpack-objects | update-index | update-ref | update-server-info | upload-pack | \
			worktree | write-tree | reflog) ;;
		*)
			expand_alias "$@" && return 0
			;;
	esac
	judge_command "$@"
}

# judge_command ARG...: the command after the `consumed` options of git itself.
judge_command() {
	case $command in
		commit | merge | am | rebase | pull | push | cherry-pick | revert) local gated=yes ;;
		*) local gated='' ;;
	esac
	[ -z "$gated" ] || compare_config_files "$consumed" "$@"
	case $command in
		checkout) judge_checkout "$consumed" "$@" ;;
		branch) judge_branch_given "$consumed" "$@" ;;
		switch) judge_switch_given "$consumed" "$@" ;;
		worktree) judge_worktree_given "$consumed" "$@" ;;
		update-ref) judge_update_ref_given "$consumed" "$@" ;;
		symbolic-ref) judge_symbolic_ref_given "$consumed" "$@" ;;
		reset) judge_reset_given "$consumed" "$@" ;;
		read-tree) judge_read_tree_given "$consumed" "$@" ;;
		tag) judge_tag_given "$consumed" "$@" ;;
		fetch | pull) judge_fetch_given "$consumed" "$@" ;;
		remote) judge_remote_given "$consumed" "$@" ;;
	esac
	shift $((consumed + 1))
	case ${1-} in --help | -h) return ;; esac
	[ -z "$gated" ] || judge_hook_managers
	case $command in config) ;; *) [ -z "$hooks_moved" ] || moves_hooks "git $command with $hooks_moved" ;; esac
	case $command in
		checkout-index) judge_checkout_index "$command" "$@" ;;
		submodule) judge_submodule "$command" "$@" ;;
	esac
	case $command in
		commit) judge_commit "$command" "$@" ;;
		merge) judge_merge "$command" "$@" ;;
		am) judge_am "$command" "$@" ;;
		rebase) judge_rebase "$command" "$@" ;;
		pull) judge_pull "$command" "$@" ;;
		push) judge_push "$command" "$@" ;;
		send-pack | http-push) judge_send_pack "$command" "$@" ;;
		reset) judge_reset "$command" "$@" ;;
		clean) judge_clean "$command" "$@" ;;
		restore) judge_restore "$command" "$@" ;;
		switch) judge_switch "$command" "$@" ;;
		branch) judge_branch "$command" "$@" ;;
		update-ref) judge_update_ref "$command" "$@" ;;
		read-tree) judge_read_tree "$command" "$@" ;;
		rm) judge_rm "$command" "$@" ;;
		mv) judge_mv "$command" "$@" ;;
		fast-import) judge_fast_import "$command" "$@" ;;
		worktree) judge_worktree "$command" "$@" ;;
		gc) judge_gc "$command" "$@" ;;
		repack) judge_repack "$command" "$@" ;;
		prune) judge_prune "$command" "$@" ;;
		stash) case ${1-} in drop | clear | pop) drops_stash "git stash $1" ;; esac ;;
		reflog) case ${1-} in delete | drop | expire) drops_stash "git reflog $1" ;; esac ;;
		config) judge_config "$@" ;;
		clone | init | init-db) judge_new_repository "$command" "$@" ;;
		remote) judge_remote "$@" ;;
		checkout-index) case $* in *.git/hooks*) judge_output "$command" "$@" ;; esac ;;
		bisect | submodule | for-each-repo) judge_carrier "$command" "$@" ;;
		subtree) [ "${1-}" != push ] || case " $*" in *' +'*) overwrites_remote "git subtree push +..." ;; esac ;;
		p4) case " $* " in *' --no-verify '*) skips_hooks "git p4 --no-verify" ;; esac ;;
	esac
}

# An alias of the command line, of the environment, or of git's files. The last costs a process,
# which only names pay that are no command of git's.
expand_alias() {
	local number="$alias_count" key='' text='' lowered=''
	lower "$command"
	while [ "$number" -gt 0 ]; do
		eval "key=\$alias_key_$number text=\$alias_value_$number"
		case $key in "alias.$lowered" | "alias.$lowered.command")
			judge_alias "$command" "$text" "$consumed" "$@"
			return 0
			;;
		esac
		number=$((number - 1))
	done
	case $command in *[!A-Za-z0-9-]*) return 1 ;; esac
	text=$(ask_git "config --get alias.$command" "$consumed" "$@")
	[ -n "$text" ] || return 1
	judge_alias "$command" "$text" "$consumed" "$@"
}

hook_known=''
within='''' hooks_moved='' template_set='' push_forced='' alias_count=0 depth=0
judge "$@"
exec "$real" "$@"
