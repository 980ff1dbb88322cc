# Sourced by allow-host and supervise.sh: the names that the host's user has opened
# in this sandbox since it started, and until when.
#
# The list belongs to the resolver's user, whose rights all of this takes. Its first
# line says which start of the container it is of; each other one is
#
#   NUMBER STATE UNTIL NAME [DENIED…]
#
# NUMBER names the sets, STATE is "opening" or "open", and UNTIL is a second of
# /proc/uptime, which goes on while the machine sleeps and which nobody sets back. 0:
# until the sandbox ends.

opened=$run/opened

# read_opened: sets entries, by their numbers, to the lines without them.
read_opened() {
  local number rest
  local -a lines=()
  entries=()
  [[ ! -e $opened/list ]] || mapfile -t lines < "$opened/list"
  # What an earlier start of this container left: those names are closed.
  [[ ${lines[0]-} == "$container_start" ]] || return 0
  for rest in "${lines[@]:1}"; do
    number=${rest%% *}
    [[ $number != [1-9]* ]] || entries[number]=${rest#* }
  done
}

# read_uptime: the seconds since the machine started, in now.
read_uptime() {
  IFS='. ' read -r now _ < /proc/uptime
}
