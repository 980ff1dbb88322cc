# Sourced by entrypoint.sh, supervise.sh and enter: whether the mounts that
# protect the workspace are still there. On the host, a file that is replaced by
# renaming another over it takes the mount on it away, and the path is writable.

# $run/mounts: "stop" or "warn", then "ro PATH" or "rw PATH" a line, written as
# in /proc/self/mountinfo.

# write_expected_mounts: from AGENT_SANDBOX_MOUNTS and AGENT_SANDBOX_ON_LOST_MOUNT.
write_expected_mounts() {
  local action=${AGENT_SANDBOX_ON_LOST_MOUNT-stop} line path text
  [[ $action == stop || $action == warn ]] || fail "Cannot watch the mounts: \"$action\" is neither \"stop\" nor \"warn\""
  text=$action$'\n'
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    [[ $line == 'ro /'* || $line == 'rw /'* ]] || fail "Cannot watch the mount \"$line\": it is not \"ro /path\" or \"rw /path\""
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
  done
  for line in "${expected[@]:1}"; do
    path=${line:3}
    [[ ${mode[$path]-} != "${line:0:2}" ]] || continue
    # "%b" reads octal as \0nnn.
    printf -v path '%b' "${path//\\/\\0}"
    lost+=("$path")
  done
}
