#!/bin/bash -p
# PID 1 of every sandbox (the image's ENTRYPOINT). Closes the network before
# anything else runs, then becomes what the container is for:
#
# - as root, the way the agent-sandbox program starts it: maps "node" to the
#   workspace's owner, gives up every capability and stays as the supervisor;
# - as "node", the way a bare `docker run -it --cap-add NET_ADMIN --cap-add
#   NET_RAW` starts it: the given command, or an interactive shell.
#
# -p: a BASH_ENV or an exported function of the container's environment must not
# run here, where the capabilities are.
set -euo pipefail

lib=/usr/local/lib/agent-sandbox
caller_path=$PATH
PATH=$lib/real:/usr/sbin:/usr/bin:/sbin:/bin
umask 022

run_as_node() {
  local -a command=(bash "$@")
  case ${1-} in '' | -*) ;; *) command=("$@") ;; esac
  if ! sudo -n /usr/local/bin/init-firewall.sh; then
    printf '%s\n' 'Cannot open the sandbox: its network is not closed' \
      'hint: docker run needs --cap-add NET_ADMIN --cap-add NET_RAW, and must not have no-new-privileges' >&2
    exit 125
  fi
  PATH=$caller_path
  exec setpriv --no-new-privs tini -g -- "${command[@]}"
}

if ((EUID != 0)); then
  run_as_node "$@"
fi

# shellcheck source=lib/events.bash
. "$lib/events.bash"
# shellcheck source=lib/network.bash
. "$lib/network.bash"
# shellcheck source=lib/mounts.bash
. "$lib/mounts.bash"
# shellcheck source=lib/node-user.bash
. "$lib/node-user.bash"
# shellcheck source=lib/gate-config.bash
. "$lib/gate-config.bash"
# shellcheck source=lib/agent-hook.bash
. "$lib/agent-hook.bash"
# shellcheck source=lib/commands.bash
. "$lib/commands.bash"

# A command that nobody expected to fail ends the sandbox with a reason too.
trap 'fail "Cannot open the sandbox: ${BASH_COMMAND%%$'\''\n'\''*} failed"' EXIT

record=${AGENT_SANDBOX_RECORD-blocked}
[[ $record == blocked || $record == all ]] || fail "Cannot record \"$record\": it is neither \"blocked\" nor \"all\""
(($# == 0)) || fail "Cannot run \"$1\" as root: commands enter by docker exec"

# What an earlier start of this container left says nothing about this one.
[[ -d $run ]] || mkdir "$run"
: > "$run/ready"
# An earlier start of this container may have given it to the resolver's user.
[[ ! -e $run/resolver-log || -O $run/resolver-log ]] || rm -f "$run/resolver-log"
[[ -p $run/resolver-log ]] || mkfifo -m 0600 "$run/resolver-log"
# What "node" reports goes in here, and only root reads it.
[[ -p $run/reports ]] || mkfifo -m 0622 "$run/reports"
exec {resolver_log}<> "$run/resolver-log"

write_expected_mounts
prove_mounts
close_network
map_node_user
own_ways_to_mounts
add_gate_config
register_agent_hook
place_shims

exec < "$run/resolver-log" {resolver_log}>&-
# 143 is what the supervisor returns when the container is asked to stop.
exec -c setpriv --no-new-privs --inh-caps=-all --bounding-set=-all \
  /usr/bin/tini -e 143 -- "$lib/supervise.sh" "$record"
