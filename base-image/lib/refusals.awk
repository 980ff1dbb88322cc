# Run by supervise.sh on dnsmasq's log (log-queries=extra), for as long as the
# sandbox lives: one event for each name that was refused.
#
#   dnsmasq: 5 127.0.0.1/44321 query[A] evil.example from 127.0.0.1
#   dnsmasq: 5 127.0.0.1/44321 config evil.example is NXDOMAIN
#
# A name may hold any printable character, blanks included: it is what remains
# when the fixed text around it is taken away. (Others dnsmasq replaces by
# "<name unprintable>".)
#
# Whoever sits inside decides how often this happens, so a name is told once in
# a while, and only so many of them; the next event then says how many were
# not. Memory is bounded by the same numbers.

BEGIN {
  window = 60
  most = 100
}

/ is NXDOMAIN$/ && $4 == "config" {
  refused(query_type[$2], after_fields(4, " is NXDOMAIN"))
}

$4 ~ /^query\[/ {
  query_type[$2] = substr($4, 7, length($4) - 7)
  next
}

{ delete query_type[$2] }

# after_fields: the line without its first n fields and without the suffix.
function after_fields(n, suffix,   text) {
  text = $0
  while (n-- > 0) sub(/^[^ ]+ /, "", text)
  return substr(text, 1, length(text) - length(suffix))
}

function refused(type, name,   now, key) {
  now = systime()
  if (now - window_start >= window) {
    window_start = now
    told_count = 0
    split("", told)
    split("", query_type)
  }
  key = type " " name
  if (key in told || told_count >= most) {
    suppressed++
    return
  }
  told[key] = 1
  told_count++
  printf "{\"event\":\"network.refused\",\"name\":%s,\"type\":%s%s}\n", json(name), json(type), \
    (suppressed ? ",\"suppressed\":" suppressed : "")
  fflush()
  suppressed = 0
}

function json(text) {
  gsub(/\\/, "\\\\", text)
  gsub(/"/, "\\\"", text)
  return "\"" text "\""
}
