# Sourced by entrypoint.sh and supervise.sh: what PID 1 says. Standard output
# carries one JSON object a line and nothing else; text for people goes to
# standard error.

# json_string TEXT: TEXT as a JSON string, in REPLY. Bytes below a space become
# spaces: no event carries text that needs them.
json_string() {
  local text=${1//[$'\x01'-$'\x1f\x7f']/ }
  text=${text//\\/\\\\}
  REPLY="\"${text//\"/\\\"}\""
}

# fail SENTENCE: ends the sandbox with its reason.
fail() {
  trap - EXIT
  json_string "$1"
  printf '{"event":"sandbox.failed","reason":%s}\n' "$REPLY"
  printf '%s\n' "$1" >&2
  exit 125
}
