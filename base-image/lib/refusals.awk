# Run by supervise.sh on dnsmasq's log (log-queries=extra), for as long as the
# sandbox lives: one event for each name that was refused.
#
#   Jan  1 00:00:00 dnsmasq[19]: 5 127.0.0.1/44321 query[A] evil.example from 127.0.0.1
#   Jan  1 00:00:00 dnsmasq[19]: 5 127.0.0.1/44321 config evil.example is NXDOMAIN
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

{ sub(/^[^\]]*\]: /, "") }

$3 ~ /^query\[/ {
  query_type[$1] = substr($3, 7, length($3) - 7)
  next
}

$3 == "config" && / is NXDOMAIN$/ {
  refused(query_type[$1], after_fields(3, " is NXDOMAIN"))
}

{ delete query_type[$1] }

# after_fields: the line without its first n fields and without the suffix.
function after_fields(n, suffix,   text) {
  text = $0
  while (n-- > 0) sub(/^[^ ]+ /, "", text)
  return substr(text, 1, length(text) - length(suffix))
}

function refused(type, name,   now, key, event) {
  # What the set-up itself asks, to see it refused.
  if (name ~ /(^|\.)agent-sandbox\.invalid$/) return
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
  event = "{\"event\":\"network.refused\",\"name\":" json(name) ",\"type\":" json(type)
  # One conversion is one write: the supervisor writes to the same place.
  printf "%s", event (suppressed ? ",\"suppressed\":" suppressed : "") "}\n"
  suppressed = 0
}

function json(text) {
  return "\"" escaped(escaped(text, "\\"), "\"") "\""
}

# escaped: with a backslash in front of each such character. Not by gsub: what a
# backslash means in its replacement differs among versions of awk.
function escaped(text, character,   start, result) {
  while (start = index(text, character)) {
    result = result substr(text, 1, start - 1) "\\" character
    text = substr(text, start + 1)
  }
  return result text
}
