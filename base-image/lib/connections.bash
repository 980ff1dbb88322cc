# Sourced by supervise.sh: which addresses the firewall has refused. It notes them
# in lists of the kernel (xt_recent) that can be read without any capability; only
# addresses, without ports, and the last hundred.

connection_lists=/proc/net/xt_recent/refused
# Each address once in this many seconds, and so many at most.
told_window=60
told_most=50

# report_connections: tells what is new in the lists. Its caller declares told and
# last_seen, associative, and told_since and told_count, numbers. It starts no
# process: it runs again and again.
report_connections() {
  local list line address seen
  local -a lines
  if ((EPOCHSECONDS - told_since >= told_window)); then
    told_since=$EPOCHSECONDS told_count=0
    told=()
  fi
  for list in "$connection_lists"{4,6}; do
    [[ -r $list ]] || continue
    mapfile -t lines < "$list"
    for line in "${lines[@]}"; do
      address=${line#src=} address=${address%% *}
      seen=${line#*last_seen: } seen=${seen%% *}
      report_connection "$address" "$seen"
    done
  done
}

# report_connection ADDRESS SEEN: SEEN tells it from an earlier time.
report_connection() {
  [[ $1 =~ ^[0-9a-fA-F.:]+$ && ${last_seen[$1]-} != "$2" ]] || return 0
  # What the set-up itself tries, to see it refused (network.bash), and what the
  # kernel sends by itself to find its neighbours.
  [[ $1 != ff0* && $1 != 192.0.2.1 && $1 != 2001:0db8:ffff:ffff:0000:0000:0000:0001 ]] || return 0
  last_seen[$1]=$2
  ((${#last_seen[@]} <= 1000)) || last_seen=()
  [[ -z ${told[$1]-} ]] || return 0
  told[$1]=1
  if ((told_count++ < told_most)); then
    printf '{"event":"connection.refused","address":"%s"}\n' "$1"
  elif ((told_count == told_most + 1)); then
    printf '{"event":"events.suppressed","of":"connections"}\n'
  fi
}
