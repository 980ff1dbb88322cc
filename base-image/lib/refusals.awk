# Run by supervise.sh on dnsmasq's log (log-queries=extra), for as long as the
# sandbox lives: one event for each name that was refused and, with -v record=all,
# for each that was asked of somebody outside or answered from memory.
#
#   Jan  1 00:00:00 dnsmasq[19]: 5 127.0.0.1/44321 query[A] evil.example from 127.0.0.1
#   Jan  1 00:00:00 dnsmasq[19]: 5 127.0.0.1/44321 config evil.example is NXDOMAIN
#   Jan  1 00:00:00 dnsmasq[19]: 6 127.0.0.1/41414 forwarded good.example to 192.0.2.53
#   Jan  1 00:00:00 dnsmasq[19]: 7 127.0.0.1/41415 cached good.example is 192.0.2.9
#
# A name may hold any printable character, blanks included: it is what remains
# when the fixed text around it is taken away. (Others dnsmasq replaces by
# "<name unprintable>".)

{ sub(/^[^\]]*\]: /, "") }

$3 ~ /^query\[/ {
  # Answers that never came are forgotten.
  if (++asked > 1000) {
    split("", query_type)
    split("", query_name)
    asked = 0
  }
  query_type[$1] = substr($3, 7, length($3) - 7)
  # What is remembered has another name where it was asked for by an alias.
  if (record == "all") query_name[$1] = without_end(after_fields(3, ""))
  next
}

$3 == "forwarded" || $3 == "cached" {
  if ($1 in query_name) allowed(query_type[$1], query_name[$1])
}

$3 == "config" && / is NXDOMAIN$/ {
  refused(query_type[$1], after_fields(3, " is NXDOMAIN"))
}

{
  delete query_type[$1]
  delete query_name[$1]
}

# after_fields: the line without its first n fields and without the suffix.
function after_fields(n, suffix,   text) {
  text = $0
  while (n-- > 0) sub(/^[^ ]+ /, "", text)
  return substr(text, 1, length(text) - length(suffix))
}

# without_end: without the " from ADDRESS" of a query.
function without_end(text) {
  sub(/ from [0-9a-fA-F.:]+$/, "", text)
  return text
}

function allowed(type, name) {
  if (!may_tell(name, 100, "allowed names")) return
  tell("{\"event\":\"network.allowed\",\"name\":" json(name) ",\"type\":" json(type), "allowed names")
}

function refused(type, name) {
  # What the set-up itself asks, to see it refused.
  if (name ~ /(^|\.)agent-sandbox\.invalid$/) return
  if (!may_tell(type " " name, 100, "names")) return
  tell("{\"event\":\"network.refused\",\"name\":" json(name) ",\"type\":" json(type), "names")
}
