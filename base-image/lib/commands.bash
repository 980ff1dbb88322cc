# Sourced by entrypoint.sh: what the policy says of programs. A shim is an executable in a real
# program's place. "node" can neither write what is here nor look into the folder that the real ones
# are moved to; PID 1's own PATH begins with it.

real_programs=$lib/real

# place_shims: from AGENT_SANDBOX_COMMANDS, "no NAME", "run NAME" or "plain git" a line. The first
# start of a container does it: later, what lies on the PATH may be an agent's.
place_shims() {
  local does name
  local -a folders=()
  local -A shimmed=()
  [[ -n ${AGENT_SANDBOX_COMMANDS-} && ! -e $run/commands ]] || return 0
  [[ ! -e $real_programs ]] || fail 'Cannot place the shims: an earlier start of this container did not come to its end'
  mkdir -m 0710 "$real_programs"
  # Names are opened later as the resolver's user (allow-host).
  chown "0:$resolver_uid" "$real_programs"
  mkdir -m 0711 "$run/bin"
  [[ ! -d $run/wrappers ]] || chmod 0711 "$run/wrappers"
  find_folders
  while IFS=' ' read -r does name; do
    [[ -n $does ]] || continue
    check_command
    case $does in
      no) block_program ;;
      run) wrap_program ;;
      plain) rm -f /usr/local/bin/git ;;
    esac
  done <<< "$AGENT_SANDBOX_COMMANDS"
  : > "$run/commands"
}

check_command() {
  [[ $does == no || $does == run || "$does $name" == 'plain git' ]] \
    || fail "Cannot place a shim for \"$does $name\": it is not \"no NAME\", \"run NAME\" or \"plain git\""
  [[ $name != */* && -n $name && $name != . && $name != .. ]] || fail "Cannot place a shim for \"$name\": it is not a program's name"
  case $name in
    sh | dash | bash | node | tini) fail "Cannot place a shim for \"$name\": sandboxes are opened and entered by it" ;;
  esac
}

# find_folders: those of the image's PATH and the usual ones, each once by its real path. What is on
# another device is a mount.
find_folders() {
  local folder device
  local -a named=()
  local -A seen=()
  device=$(stat -c %d /)
  IFS=: read -r -a named <<< "$caller_path:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"
  for folder in "${named[@]}"; do
    folder=$(realpath -e -- "$folder" 2> /dev/null) || continue
    [[ -z ${seen[$folder]-} && $(stat -c %d -- "$folder") == "$device" ]] || continue
    seen[$folder]=1
    folders+=("$folder")
  done
}

# block_program: whatever NAME leads to is gone by all its names on the PATH, so that neither its path
# nor a copy helps. Where there is none, its name says all the same why.
block_program() {
  local folder path target found=
  for folder in "${folders[@]}"; do
    path=$folder/$name
    [[ -e $path || -L $path ]] || continue
    found=1
    if [[ -L $path ]]; then
      target=$(realpath -e -- "$path" 2> /dev/null) && ! is_own "$target" && take_away "$target"
      put_shim "$path"
    else
      take_away "$path"
    fi
  done
  [[ -n $found ]] || put_shim "/usr/local/bin/$name"
}

# is_own FILE: whether sandboxes work by it, under another name.
is_own() {
  local own
  [[ $1 != "$lib"/* ]] || return 0
  for own in /bin/sh /bin/bash /usr/bin/tini /usr/local/bin/node; do
    [[ ! $1 -ef $own ]] || return 0
  done
  return 1
}

# take_away FILE: with its other names on the PATH.
take_away() {
  local folder path place
  local -a names=()
  [[ -z ${shimmed[$1]-} ]] || return 0
  for folder in "${folders[@]}"; do
    for path in "$folder"/* "$folder"/.[!.]*; do
      [[ ! $path -ef $1 || -L $path ]] || names+=("$path")
    done
  done
  for path in "$1" "${names[@]}"; do
    [[ -z ${shimmed[$path]-} ]] || continue
    place=$real_programs/${path##*/}
    [[ ! -e $place ]] || place=$(mktemp -u "$real_programs/.XXXXXXXX")
    mv -- "$path" "$place" 2> /dev/null || cannot_replace "$path"
    put_shim "$path"
  done
}

# wrap_program: a script runs in its place, and finds the real one, which stays in its folder: what it
# needs may be beside it.
wrap_program() {
  local folder path target real=
  local -a places=()
  for folder in "${folders[@]}"; do
    path=$folder/$name
    [[ -e $path || -L $path ]] || continue
    places+=("$path")
    [[ -z $real ]] || continue
    if [[ -L $path ]]; then
      target=$(realpath -e -- "$path" 2> /dev/null) || continue
      # The wrapper of git is none of git's own.
      [[ $target != "$lib"/* ]] || continue
    else
      target=$folder/.agent-sandbox-$name
      mv -- "$path" "$target" 2> /dev/null || cannot_replace "$path"
    fi
    real=$run/bin/$name
    ln -s -- "$target" "$real"
    # For PID 1 itself, which must never run what a repository puts in its place.
    ln -s -- "$target" "$real_programs/$name"
  done
  ((${#places[@]} > 0)) || places=("/usr/local/bin/$name")
  for path in "${places[@]}"; do
    put_shim "$path" "$real"
  done
}

# put_shim PATH [REAL]
put_shim() {
  shimmed[$1]=1
  if [[ $does == no ]]; then blocking_shim; else wrapping_shim "${2-}"; fi
  if ! { rm -f -- "$1" && printf '%s' "$REPLY" > "$1" && chmod 0755 -- "$1"; } 2> /dev/null; then
    cannot_replace "$1"
  fi
  # Where a program was found before, there is a shim now.
  hash -r
}

# blocking_shim: starts no process, which might be another shim.
blocking_shim() {
  local said report
  quote "agent-sandbox: \"$name\" is blocked by policy
  instead: do without it, or ask the human to change commands.$name of the configuration"
  said=$REPLY
  json_string "$name"
  report="{\"operation\":\"exec\",\"target\":$REPLY,\"result\":\"blocked\",\"policy\":\"command-rule\""
  json_string "\"$name\" is blocked"
  quote "$report,\"reason\":$REPLY}"
  report=$REPLY
  REPLY="#!/bin/sh
printf '%s\\n' $said >&2
[ ! -p $run/reports ] || printf '%s\\n' $report 2>/dev/null >$run/reports
exit 126
"
}

wrapping_shim() {
  local own script
  quote "$name"
  own=$REPLY
  quote "$run/wrappers/$name"
  script=$REPLY
  quote "$1"
  REPLY="#!/bin/sh
AGENT_SANDBOX_CMD=$own AGENT_SANDBOX_REAL=$REPLY
export AGENT_SANDBOX_CMD AGENT_SANDBOX_REAL
exec $script \"\$@\"
"
}

# quote TEXT: as one word of sh, in REPLY.
quote() {
  REPLY=\'${1//\'/\'\\\'\'}\'
}

cannot_replace() {
  fail "Cannot keep commands.$name: \"$1\" cannot be replaced"
}
