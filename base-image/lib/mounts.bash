# Sourced by entrypoint.sh, supervise.sh and enter: whether the mounts that
# protect the workspace are what they should be, and are still there. On the host, a file that is replaced by
# renaming another over it takes the mount on it away, and the path is writable.

# $run/mounts: "stop" or "warn", then "ro PATH", "rw PATH" or "no PATH" a line,
# written as in /proc/self/mountinfo. "no" is a read-only mount of nothing: what
# the path has on the host is hidden.
declare -A mounted_as=([ro]=ro [rw]=rw [no]=ro)

# write_expected_mounts: from AGENT_SANDBOX_MOUNTS and AGENT_SANDBOX_ON_LOST_MOUNT.
write_expected_mounts() {
  local action=${AGENT_SANDBOX_ON_LOST_MOUNT-stop} line path text
  [[ $action == stop || $action == warn ]] || fail "Cannot watch the mounts: \"$action\" is neither \"stop\" nor \"warn\""
  text=$action$'\n'
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    [[ $line == 'ro /'* || $line == 'rw /'* || $line == 'no /'* ]] ||
      fail "Cannot watch the mount \"$line\": it is not \"ro /path\", \"rw /path\" or \"no /path\""
    # proc(5): a blank, tab or backslash in a path is octal there.
    path=${line:3}
    path=${path//\\/\\134}
    path=${path// /\\040}
    text+=${line:0:3}${path//$'\t'/\\011}$'\n'
  done <<< "${AGENT_SANDBOX_MOUNTS-}"
  printf '%s' "$text" > "$run/mounts"
}

# find_lost_mounts: sets lost to the expected paths that are not mounted as
# expected, and on_lost_mount to what to do about them. It is in front of every
# command that enters: no process, no here-string.
find_lost_mounts() {
  local line path expected mounted
  local -a field
  local -A mode=()
  lost=()
  mapfile -t expected < "$run/mounts"
  on_lost_mount=${expected[0]}
  ((${#expected[@]} > 1)) || return 0
  local -
  set -f
  mapfile -t mounted < /proc/self/mountinfo
  for line in "${mounted[@]}"; do
    # shellcheck disable=SC2206 # words, of which none is a pattern here
    field=($line)
    # The last mount on a path is the one that is seen.
    mode[${field[4]}]=${field[5]%%,*}
    # The host has removed the directory, and perhaps made another of that name:
    # git would find no hooks in it, and say nothing.
    [[ ${field[4]} != /run/agent-sandbox-hooks || ${field[3]} != *//deleted ]] || mode[${field[4]}]=gone
  done
  for line in "${expected[@]:1}"; do
    path=${line:3}
    [[ ${mode[$path]-} != "${mounted_as[${line:0:2}]}" ]] || continue
    # "%b" reads octal as \0nnn.
    printf -v path '%b' "${path//\\/\\0}"
    lost+=("$path")
  done
}

# prove_mounts: ends the sandbox unless each expected mount that lies within
# another shows the very path that it covers, or does not where it is to hide it.
# Somebody who can write the folder that a mount lies in may have put a link in its
# place before it was made, and then it shows what the link points to on the host.
# proc(5): the fields of mountinfo are id, parent's id, device, root within the
# device, mount point and options.
prove_mounts() {
  local line path expected mounted within
  local -a field
  local -A is_expected=() top=() parent=() device=() root=() point=() mode=()
  local -
  set -f
  mapfile -t expected < "$run/mounts"
  mapfile -t mounted < /proc/self/mountinfo
  for line in "${mounted[@]}"; do
    # shellcheck disable=SC2206 # words, of which none is a pattern here
    field=($line)
    parent[${field[0]}]=${field[1]} device[${field[0]}]=${field[2]} root[${field[0]}]=${field[3]}
    point[${field[0]}]=${field[4]} mode[${field[0]}]=${field[5]%%,*} top[${field[4]}]=${field[0]}
  done
  for line in "${expected[@]:1}"; do
    is_expected[${line:3}]=1
  done
  for line in "${expected[@]:1}"; do
    path=${line:3} within=${line:3}
    while [[ -n $within ]]; do
      within=${within%/*}
      [[ -z ${is_expected[${within:-/}]-} ]] || break
    done
    [[ -n $within ]] || continue
    prove_mount "${top[$path]-}" "${line:0:2}" || {
      # "%b" reads octal as \0nnn.
      printf -v path '%b' "${path//\\/\\0}"
      fail "Cannot trust the mount on \"$path\": $REPLY"
    }
  done
}

# prove_mount ID MODE: with the tables of prove_mounts; why not, in REPLY.
prove_mount() {
  local id=$1 want=${mounted_as[$2]}
  REPLY='it is not there'
  [[ -n $id ]] || return 1
  REPLY="it is not \"$want\""
  [[ ${mode[$id]} == "$want" ]] || return 1
  if [[ $2 == no ]]; then
    REPLY='it shows the path that it is to hide'
    ! shows_what_it_covers "$id"
  else
    REPLY='it shows something else than the path that it covers'
    shows_what_it_covers "$id"
  fi
}

shows_what_it_covers() {
  local below=${parent[$1]} want
  [[ -n ${point[$below]-} ]] || return 1
  want=${point[$1]#"${point[$below]%/}"}
  want=${root[$below]%/}$want
  [[ ${device[$1]} == "${device[$below]}" && ${root[$1]} == "${want:-/}" ]]
}
