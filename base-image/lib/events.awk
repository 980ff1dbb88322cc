# Read by mawk in front of refusals.awk and reports.awk: how events are told, and
# how many of them.
#
# Whoever sits inside decides how often something happens, so only so many events
# of a kind are told in a while, and then how many were not: at the first that is
# left out, the tenth, the hundredth. The next one that is told has the exact
# number. Memory is bounded by the same numbers. Each kind has numbers of its own:
# what is allowed takes no place away from what is refused.

BEGIN { window = 60 }

# may_tell KEY MOST OF: whether this event of the kind OF is to be told; the same one
# is told once in a while. KEY may be empty: then each counts.
function may_tell(key, most, of,   now) {
  now = systime()
  if (now - window_start >= window || now < window_start) {
    window_start = now
    split("", told_count)
    split("", left_out)
    split("", next_word)
    split("", told)
  }
  if (key != "" && (of, key) in told) {
    suppressed[of]++
    return 0
  }
  if (told_count[of] >= most) {
    suppressed[of]++
    if (!(of in next_word)) next_word[of] = 1
    if (++left_out[of] == next_word[of]) {
      next_word[of] *= 10
      # One conversion is one write: others write to the same place.
      printf "%s", "{\"event\":\"events.suppressed\",\"of\":" json(of) ",\"suppressed\":" left_out[of] "}\n"
    }
    return 0
  }
  if (key != "") told[of, key] = 1
  told_count[of]++
  return 1
}

# tell EVENT OF: a JSON object without its end.
function tell(event, of) {
  printf "%s", event (suppressed[of] ? ",\"suppressed\":" suppressed[of] : "") "}\n"
  suppressed[of] = 0
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
