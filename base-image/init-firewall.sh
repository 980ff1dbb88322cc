#!/bin/bash -p
# Closes the network of a container that was started as "node": run through sudo
# by entrypoint.sh, by its exact path and without arguments. (As root,
# entrypoint.sh does the same work itself.)
#
# It may be run again: the settings of the first run stay, and nothing changes.
set -euo pipefail

lib=/usr/local/lib/agent-sandbox
PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022

# shellcheck source=lib/network.bash
. "$lib/network.bash"

fail() {
  printf '%s\n' "$1" >&2
  exit 125
}

mkdir -p "$run"
close_network
