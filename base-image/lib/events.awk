# Read by mawk in front of refusals.awk and reports.awk: how events are told, and
# how many of them.
#
# Whoever sits inside decides how often something happens, so only so many events
# of a kind are told in a while, and then how many were not: at the first that is
# left out, the tenth, the hundredth. The next one that is told has the exact
# number. Memory is bounded by the same numbers.

BEGIN { window = 60 }

# may_tell KEY MOST OF: whether this event is to be told; the same one is told once
# in a while. KEY may be empty: then each counts.
function may_tell(key, most, of,   now) {
  now = systime()
  if (now - window_start >= window || now < window_start) {
    window_start = now
    told_count = left_out = 0
    next_word = 1
    split("", told)
  }
  if (key != "" && key in told) {
    suppressed++
    return 0
  }
  if (told_count >= most) {
    suppressed++
    if (++left_out == next_word) {
      next_word *= 10
      # One conversion is one write: others write to the same place.
      printf "%s", "{\"event\":\"events.suppressed\",\"of\":" json(of) ",\"suppressed\":" left_out "}\n"
    }
    return 0
  }
  if (key != "") told[key] = 1
  told_count++
  return 1
}

# tell EVENT: a JSON object without its end.
function tell(event) {
  printf "%s", event (suppressed ? ",\"suppressed\":" suppressed : "") "}\n"
  suppressed = 0
}

function json(text) {
  gsub(/[\000-\037\177]/, " ", text)
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
