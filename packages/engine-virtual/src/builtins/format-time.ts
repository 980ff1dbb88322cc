import { ERA, formatShown, type Shown } from "../commands/dates/format-time.ts";
import type { TimeZone } from "../commands/dates/time-zone.ts";

/** What printf of bash also knows; what is GNU's alone stays as it is. */
const MORE: Readonly<Record<string, string>> = {
  c: "%a %b %e %H:%M:%S %Y",
  x: "%m/%d/%y",
  X: "%H:%M:%S",
  N: "%%N",
  q: "%%q",
  ":z": "%%:z",
  "::z": "%%::z",
};

/** The first second and the last whose year is an `int` to the C library. */
const FIRST = -67_768_040_609_740_800n;
const LAST = 67_768_036_191_676_799n;

/** Those whose years the C library cannot hold are 1970 to bash. */
function toShow(seconds: bigint): Shown {
  const held = seconds < FIRST || seconds > LAST ? 0n : seconds;
  const behind = Number(held % BigInt(ERA));
  const eras = Number(held / BigInt(ERA));
  return { time: behind * 1_000, eras, isFilled: false };
}

/** A time as `%(FORMAT)T` writes it; an empty format is `%X`. */
export function formatPrintfTime(format: string, seconds: bigint, zone: TimeZone): string {
  const named = format === "" ? "%X" : format;
  const full = named.replace(/%([cxXNq%]|:{1,2}z)/g, (all, letter: string) => MORE[letter] ?? all);
  return formatShown(full, toShow(seconds), zone);
}
