#!/bin/sh
# Run once by the Dockerfile, before apt: makes the certificates beside this
# script trusted. Where ca-certificates is not installed yet, the bundle that
# apt itself reads is written here, and the package's own set-up, later in the
# build, makes the whole one (it reads this directory too).
set -eu

here=$(dirname "$0")
rm -f "$0"
bundle=/etc/ssl/certs/ca-certificates.crt

if command -v update-ca-certificates > /dev/null; then
  update-ca-certificates
else
  mkdir -p "${bundle%/*}"
  find "$here" -name '*.crt' -exec cat {} + > "$bundle"
fi
