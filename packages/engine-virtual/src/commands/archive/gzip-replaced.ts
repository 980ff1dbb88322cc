import { linksOf } from "../ls-long.ts";
import type { GzipCall } from "./gzip-options.ts";
import { Warning } from "./gzip-warning.ts";

/** What such a program may do would not be right for what takes its place. */
const MODES = [
  [0o4000, "is set-user-ID on execution - ignored"],
  [0o2000, "is set-group-ID on execution - ignored"],
] as const;

/** Refuses a file whose place nothing else can take. */
export function refuseReplacing({ invocation, options }: GzipCall, name: string): void {
  const { files, resolve } = invocation;
  const path = resolve(name);
  const status = files.stat(path);
  for (const [bit, words] of MODES) {
    if ((status.mode & bit) !== 0) throw new Warning(`${name} ${words}`);
  }
  if (options.has("force")) return;
  if ((status.mode & 0o1000) !== 0) {
    throw new Warning(`${name} has the sticky bit set - file ignored`);
  }
  // Its other names would go on to lead to what is not packed.
  const others = linksOf(files, path, status) - 1;
  if (others < 1) return;
  throw new Warning(`${name} has ${others} other link${others === 1 ? "" : "s"} -- file ignored`);
}
