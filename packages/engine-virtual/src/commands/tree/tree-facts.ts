import type { FileStatus } from "../../files/files.ts";
import { formatTime } from "../dates/format-time.ts";
import { timeZone } from "../dates/time-zone.ts";
import { sizeOf } from "../ls-long.ts";
import { modeLetters } from "../modes.ts";
import type { TreeNode } from "./tree-node.ts";
import type { TreeCall } from "./tree-options.ts";

const TYPES = { file: "-", directory: "d", link: "l", device: "c" } as const;
/** Older than this, a date shows its year in place of its hour: six months of 31 days. */
const RECENT = 6 * 31 * 86_400_000;

/** `1.5K`, `12M`: rounded to the nearest, other than ls does. */
function roundedSize(bytes: number, base: 1000 | 1024): string {
  const units = base === 1024 ? ["", "K", "M", "G", "T", "P"] : ["", "k", "M", "G", "T", "P"];
  let number = bytes;
  let unit = 0;
  while (number >= base && unit < units.length - 1) {
    number /= base;
    unit += 1;
  }
  if (unit === 0) return String(bytes);
  return `${number.toFixed(number < 10 ? 1 : 0)}${units[unit] ?? ""}`;
}

function dateOf({ invocation, options }: TreeCall, { modified }: FileStatus): string {
  const zone = timeZone(invocation.env.get("TZ"));
  const format = options.value("timeFormat");
  if (format !== undefined) return formatTime(format, modified, zone);
  const age = invocation.now() - modified;
  return formatTime(age >= 0 && age < RECENT ? "%b %e %H:%M" : "%b %e  %Y", modified, zone);
}

export const lettersOf = ({ kind, mode }: FileStatus): string => TYPES[kind] + modeLetters(mode);

/** What `-p -u -g -s -h -D` ask for, by the names that JSON has for it. */
export function factsOf(
  call: TreeCall,
  { status }: TreeNode,
): ReadonlyMap<string, string | number> {
  const { options } = call;
  const facts = new Map<string, string | number>();
  if (options.has("mode")) {
    facts.set("mode", status.mode.toString(8).padStart(4, "0")).set("prot", lettersOf(status));
  }
  if (options.has("user")) facts.set("user", "root");
  if (options.has("group")) facts.set("group", "root");
  const size = sizeOf(status);
  if (options.has("si")) facts.set("size", roundedSize(size, 1000));
  else if (options.has("human")) facts.set("size", roundedSize(size, 1024));
  else if (options.has("size")) facts.set("size", size);
  if (options.has("date", "timeFormat")) facts.set("time", dateOf(call, status));
  return facts;
}

/** `/`, `*`: what `-F` puts behind a name; a link's is that of what it leads to, behind its target. */
export function markOf({ isDirectory, status }: TreeNode): string {
  if (isDirectory) return "/";
  return status.kind === "file" && (status.mode & 0o111) !== 0 ? "*" : "";
}
