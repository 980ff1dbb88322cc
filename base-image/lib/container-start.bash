# Sourced by whoever must tell this start of the container from an earlier one,
# whose files under /run outlive it.

# read_container_start: the boot's id and when PID 1 started (proc(5), field 22),
# in container_start.
read_container_start() {
  local stat boot
  local -
  set -f
  read -r boot < /proc/sys/kernel/random/boot_id
  read -r stat < /proc/1/stat
  # shellcheck disable=SC2206 # words
  stat=(${stat##*) })
  container_start="$boot ${stat[19]}"
}
