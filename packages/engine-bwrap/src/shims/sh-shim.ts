import { shellWord } from "../shell-word.ts";
import { SHIM_FOLDER } from "./places.ts";

/** What stands in place of a program where there is no compiled launcher: launcher.c in sh's words. */
export function shShim(own: string): string {
  return `#!/bin/sh
own=${shellWord(own)} called=\${0##*/}

${DISPATCH}`;
}

/** Runs the rule of $called, or of $own. */
const DISPATCH = `refuse() {
  while IFS= read -r line; do printf '%s\\n' "$line"; done <"$1" >&2
  exit 126
}

is_let_be() { [ -e "$1" ] && [ ! -x "$1" ]; }

dispatch() {
  folder=$1 name=$2
  shift 2
  # One program that is many takes its other names as its first argument.
  if [ "$name" != "$called" ] && is_let_be "$folder/presets/$name"; then exec "$folder/bin/$name" "$called" "$@"; fi
  AGENT_SANDBOX_CMD=$name AGENT_SANDBOX_REAL=
  [ ! -e "$folder/bin/$name" ] || AGENT_SANDBOX_REAL=$folder/bin/$name
  export AGENT_SANDBOX_CMD AGENT_SANDBOX_REAL
  if [ -x "$folder/wrappers/$name" ]; then exec "$folder/wrappers/$name" "$@"; fi
  if [ -e "$folder/wrappers/$name" ]; then refuse "$folder/wrappers/$name"; fi
  if is_let_be "$folder/presets/$name"; then exec "$folder/bin/$name" "$@"; fi
  [ -x "$folder/presets/$name" ] || return 0
  # git-upload-pack is git upload-pack.
  case $called in "$name"-*) set -- "\${called#"$name"-}" "$@" ;; esac
  exec "$folder/presets/$name" "$@"
}

for at in ${SHIM_FOLDER} ${SHIM_FOLDER}/outer; do
  dispatch "$at" "$called" "$@"
  dispatch "$at" "$own" "$@"
done
echo 'agent-sandbox: this program has no rule under the name it was called by' >&2
exit 126
`;

/** In front of a script of sh: `multicall COMMAND ARGUMENTS…` runs what the command's rule makes of it. */
export const MULTICALL = `if [ "\${1-}" = multicall ] && [ $# -gt 1 ]; then
own=\${2##*/} called=\${2##*/}
shift 2
${DISPATCH}fi
`;
