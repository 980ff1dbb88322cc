#!/bin/sh
# Run once by the Dockerfile: adds the npm registry's name to the default names,
# as npm itself has it configured. A registry that was given ($1) is the user's
# own mirror, and may have a private address.
set -eu

defaults=/etc/agent-sandbox
name=$(npm config get registry | sed 's|^[a-z]*://||; s|^[^/]*@||; s|[:/].*$||')
if [ -n "$1" ]; then
  printf '# Names that may resolve to private addresses.\n%s\n' "$name" > "$defaults/mirror-hosts"
else
  printf '\n# npm registry\n%s\n' "$name" >> "$defaults/allowed-hosts"
fi
