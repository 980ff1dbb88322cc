# Sourced by enter and signal-run: which process a run began with, and what
# proc(5) says of one. The directory belongs to "node", who may write what it
# likes there: whoever reads it may signal nothing but node's own processes.

leaders=/run/agent-sandbox/runs
slots=256

# read_stat PID: the fields of /proc/PID/stat from the third on, in stat: the
# parent is 1, the session 3, the start 19. A program's name may hold anything, a
# line's end too.
read_stat() {
  local text=
  local -
  set -f
  { IFS= read -r -d '' text < "/proc/$1/stat"; } 2> /dev/null
  [[ -n $text ]] || return 1
  # shellcheck disable=SC2206 # words
  stat=(${text##*) })
}

# is_leader PID START: whether that process still runs. A number that has been
# given to another one has another start.
is_leader() {
  local -a stat
  read_stat "$1" && [[ ${stat[19]} == "$2" ]]
}

# record_leader RUN_ID: that this process begins the run. It is in front of every
# command that enters: no process, and files that are used again once what they
# name has ended. With all of them in use the run goes unrecorded.
record_leader() {
  local file pid start tried
  local -a stat
  read_stat $$ || return 0
  for ((tried = 0; tried < slots; tried++)); do
    file=$leaders/$((($$ + tried) % slots)) pid=
    if [[ -e $file ]]; then
      [[ -f $file ]] || continue
      read -r _ pid start _ 2> /dev/null < "$file"
      [[ $pid != [1-9]* ]] || ! is_leader "$pid" "$start" || continue
    fi
    { printf '%s\n' "$1 $$ ${stat[19]}" > "$file"; } 2> /dev/null
    return 0
  done
}

# find_leaders RUN_ID: sets leader to the numbers that the run began with, also
# where such a process has ended: its session keeps the number from being given
# to another one.
find_leaders() {
  local file id pid start
  local -a stat
  leader=()
  for file in "$leaders"/*; do
    [[ -f $file ]] || continue
    read -r id pid start _ 2> /dev/null < "$file"
    # Whoever writes 1 there means everybody's.
    [[ $id == "$1" && $pid =~ ^[1-9][0-9]*$ && $pid != 1 ]] || continue
    ! read_stat "$pid" || [[ ${stat[19]} == "$start" ]] || continue
    leader+=("$pid")
  done
}
