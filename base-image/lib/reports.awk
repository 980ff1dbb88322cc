# Run by supervise.sh on what programs of the sandbox's user report, a line each of
# a bounded length: it is told as text, whatever it claims to be.

{
  of = index($0, "\"result\":\"allowed\"") ? "allowed reports" : "reports"
  if ($0 == "" || !may_tell("", 200, of)) next
  tell("{\"event\":\"report\",\"text\":" json($0), of)
}
