# Sourced by entrypoint.sh: gives "node" the uid and gid of the workspace's
# owner, so that files in the workspace belong to the person who owns it.

# map_node_user: from AGENT_SANDBOX_UID and AGENT_SANDBOX_GID; without them the
# image's own stay. A uid that another account has is node's all the same: its
# line comes first, and the first one names the uid.
map_node_user() {
  local uid=${AGENT_SANDBOX_UID-} gid=${AGENT_SANDBOX_GID-}
  local line node_uid node_gid rest
  while IFS= read -r line; do
    [[ $line != node:* ]] || break
  done < /etc/passwd
  IFS=: read -r _ _ node_uid node_gid rest <<< "$line"
  uid=${uid:-$node_uid} gid=${gid:-$node_gid}
  check_id "$uid" uid
  check_id "$gid" gid
  if [[ $uid != "$node_uid" || $gid != "$node_gid" ]]; then
    write_accounts
  fi
  own_home
}

# check_id NUMBER WHAT. Root is refused: whoever is root inside, even without
# capabilities, owns every file of the image.
check_id() {
  [[ $1 =~ ^[1-9][0-9]{0,9}$ ]] || fail "Cannot map \"node\" to the $2 \"$1\": it must be a number, and not root's"
}

# write_accounts: a gid that is another group's stays that group's; node becomes
# its member by number.
write_accounts() {
  local text line
  printf -v text 'node:x:%s:%s:%s\n' "$uid" "$gid" "$rest"
  while IFS= read -r line; do
    [[ $line == node:* ]] || text+=$line$'\n'
  done < /etc/passwd
  replace_file /etc/passwd "$text"

  text=
  while IFS= read -r line; do
    [[ $line != *:*:"$gid":* ]] || return 0
    [[ $line != node:* ]] || line=node:x:$gid:
    text+=$line$'\n'
  done < /etc/group
  replace_file /etc/group "$text"
}

replace_file() {
  printf '%s' "$2" > "$1.new"
  mv -f "$1.new" "$1"
}

# own_home: node's directories, of which some may be volumes that another uid
# filled. Only trees whose top is another's are walked, and no mount below them.
# A directory of mode 0700 shuts out even root, who has no DAC_OVERRIDE here: the
# walk is made as the owner, with CHOWN kept, and from the leaves to the top. -h:
# what a link points to is not node's to have. Of the shelf the top alone is
# anybody's here: what lies in it came with its owner.
#
# No process substitution: one that has said all may be at its end for a while, with
# all that it could do, and of one that is waited for bash 5.2 may miss the end. It
# then waits for ever where another child lives, as the resolver does here.
own_home() {
  local path owner said found
  found=$(find /home/node/.claude /home/node/.codex /commandhistory /repo-shelf /home/node \
    /run/agent-sandbox/runs -maxdepth 0 '(' ! -uid "$uid" -o ! -gid "$gid" ')' -printf '%U %p\n') || :
  while IFS=' ' read -r owner path; do
    [[ -n $path ]] || continue
    if [[ $path == /repo-shelf ]]; then
      own_shelf
      continue
    fi
    said=$(setpriv --reuid="$owner" --inh-caps=+chown --ambient-caps=+chown \
      find "$path" -xdev -depth -user "$owner" -exec chown -h "$uid:$gid" {} + 2>&1) \
      || fail "Cannot give \"$path\" to uid $uid: ${said##*$'\n'}"
  done <<< "$found"
}

# own_ways_to_mounts: the directories of the home that Docker made, as root, for what
# is mounted in them. What is below a mount is the host's. Once the user is mapped.
own_ways_to_mounts() {
  local line path rest said
  local -a ways=()
  local -A is_mount=()
  while IFS= read -r line; do
    [[ ${line:3} != /home/node/* ]] || is_mount[${line:3}]=1
  done < "$run/mounts"
  for path in "${!is_mount[@]}"; do
    rest=${path#/home/node/} path=/home/node
    while [[ $rest == */* ]]; do
      path+=/${rest%%/*} rest=${rest#*/}
      [[ -z ${is_mount[$path]-} ]] || break
      # "%b" reads octal as \0nnn.
      printf -v 'ways[${#ways[@]}]' '%b' "${path//\\/\\0}"
    done
  done
  ((${#ways[@]} > 0)) || return 0
  said=$(chown -h node: "${ways[@]}" 2>&1) || fail "Cannot give \"${ways[0]}\" to \"node\": ${said##*$'\n'}"
}

# own_shelf: an empty volume has the image's folders, and with them its owner.
own_shelf() {
  local path said
  for path in /repo-shelf /repo-shelf/repo /repo-shelf/worktrees; do
    [[ -d $path ]] || continue
    said=$(chown -h "$uid:$gid" "$path" 2>&1) || fail "Cannot give \"$path\" to uid $uid: ${said##*$'\n'}"
  done
}
