#!/bin/bash -p
# Started by entrypoint.sh under tini once the network is closed: as root, but
# without any capability. Reports readiness, carries what the resolver and the
# firewall refuse out as events, and what programs of the sandbox's user report,
# and watches the mounts. Ends when one of these does, and the sandbox with it.
# Standard input is the resolver's log; the argument says what of it is told: what was
# "blocked", or "all".
set -euo pipefail

lib=/usr/local/lib/agent-sandbox
run=/run/agent-sandbox
export PATH=$lib/real:/usr/sbin:/usr/bin:/sbin:/bin
umask 022

# shellcheck source=events.bash
. "$lib/events.bash"
# shellcheck source=mounts.bash
. "$lib/mounts.bash"
# shellcheck source=container-start.bash
. "$lib/container-start.bash"
# shellcheck source=connections.bash
. "$lib/connections.bash"
# shellcheck source=opened.bash
. "$lib/opened.bash"

# report_lost_mounts: each path once; ends the sandbox unless it is only to warn.
report_lost_mounts() {
  local path
  find_lost_mounts
  for path in "${lost[@]}"; do
    [[ -z ${reported[$path]-} ]] || continue
    reported[$path]=1
    json_string "$path"
    printf '{"event":"mount.lost","path":%s,"action":"%s"}\n' "$REPLY" "$on_lost_mount"
    printf 'The mount on "%s" is gone: what it protects is no longer protected\n' "$path" >&2
  done
  ((${#lost[@]} == 0)) || [[ $on_lost_mount == warn ]] || exit 125
}

# prove_names_closed: ends the sandbox where a name that was to be closed again is still
# open, because the process that kept the time was killed, or there was no room for it.
# It starts no process.
prove_names_closed() {
  local number until name now
  local -a entries
  [[ -e $opened/list ]] || return 0
  read_opened
  read_uptime
  for number in "${!entries[@]}"; do
    read -r _ until name _ <<< "${entries[number]}"
    ((until == 0 || now < until + closing_patience)) || fail "Cannot close \"$name\" again: its time is over"
  done
}

# watch_mounts_and_connections: findmnt sleeps until the kernel says that the table
# of mounts changed. The look every few seconds is for what changed before findmnt
# was listening, and for what the firewall refused meanwhile.
watch_mounts_and_connections() {
  local patience=0.2 status told_since=$EPOCHSECONDS told_count=0
  local -A reported=() told=() last_seen=()
  exec {changes}< <(exec findmnt --poll --noheadings --output ACTION)
  while true; do
    report_lost_mounts
    report_connections
    prove_names_closed
    status=0
    IFS= read -t $patience -r -u "$changes" _ || status=$?
    # Above 128: the time is over. Otherwise findmnt itself has ended.
    ((status == 0 || status > 128)) || fail 'Cannot watch the mounts: findmnt ended'
    patience=2
  done
}

# carry_reports: "tr" takes away what awk cannot hold, a NUL among it, and "cut"
# bounds the lines before anything holds one whole. They are started by the first
# report: many sandboxes have none.
carry_reports() {
  local first
  IFS= read -r -N 1 first <&"$reports"
  [[ $first == [[:print:]] ]] || first=' '
  {
    printf '%s' "$first"
    exec stdbuf -oL tr '\000-\011\013-\037\177' ' ' <&"$reports"
  } | stdbuf -oL cut --bytes=-1500 \
    | mawk -W interactive -f "$lib/events.awk" -f "$lib/reports.awk"
}

# As long as bash itself tries to find room for a process.
closing_patience=35
read_container_start
declare -A reported=()
report_lost_mounts
mawk -W interactive -v record="$1" -f "$lib/events.awk" -f "$lib/refusals.awk" <&0 &
resolver_watch=$!
# For writing too: then a reader never finds it ended, nor a writer without a reader.
exec {reports}<> "$run/reports"
watch_mounts_and_connections &

printf '%s\n' "$container_start" > "$run/ready"
printf '{"event":"sandbox.ready"}\n'
# After that: what is reported meanwhile waits in the pipe.
carry_reports &
report_watch=$!

ended=0 status=0
wait -n -p ended || status=$?
: > "$run/ready"
[[ $ended != "$report_watch" ]] || fail 'Cannot take reports: their reader ended'
[[ $ended != "$resolver_watch" ]] || fail 'Cannot keep the network closed: the resolver ended'
exit "$((status ? status : 125))"
