# Run by supervise.sh on dnsmasq's log (log-queries=extra), for as long as the
# sandbox lives: one event for each name that was refused.
#
#   Jan  1 00:00:00 dnsmasq[19]: 5 127.0.0.1/44321 query[A] evil.example from 127.0.0.1
#   Jan  1 00:00:00 dnsmasq[19]: 5 127.0.0.1/44321 config evil.example is NXDOMAIN
#
# A name may hold any printable character, blanks included: it is what remains
# when the fixed text around it is taken away. (Others dnsmasq replaces by
# "<name unprintable>".)

{ sub(/^[^\]]*\]: /, "") }

$3 ~ /^query\[/ {
  # Answers that never came are forgotten.
  if (++asked > 1000) {
    split("", query_type)
    asked = 0
  }
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

function refused(type, name) {
  # What the set-up itself asks, to see it refused.
  if (name ~ /(^|\.)agent-sandbox\.invalid$/) return
  if (!may_tell(type " " name, 100, "names")) return
  tell("{\"event\":\"network.refused\",\"name\":" json(name) ",\"type\":" json(type))
}
