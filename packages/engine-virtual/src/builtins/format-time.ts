import { formatTime } from "../commands/dates/format-time.ts";
import type { TimeZone } from "../commands/dates/time-zone.ts";

/** What printf of bash also knows; %N is not strftime(3)'s and stays as it is. */
const MORE: Readonly<Record<string, string>> = {
  c: "%a %b %e %H:%M:%S %Y",
  x: "%m/%d/%y",
  X: "%H:%M:%S",
  N: "%%N",
};

/** A time as `%(FORMAT)T` writes it; an empty format is `%X`. */
export function formatPrintfTime(format: string, milliseconds: number, zone: TimeZone): string {
  const named = format === "" ? "%X" : format;
  const full = named.replace(/%([cxXN%])/g, (all, letter: string) => MORE[letter] ?? all);
  return formatTime(full, milliseconds, zone);
}
