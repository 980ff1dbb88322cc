import { localTime } from "../log/log-table.ts";
import { printableLine } from "../printable.ts";
import type { Allowed } from "./allow-host.ts";

/** What was done, in a sentence. */
export function showAllowed({ name, sandbox, result, until }: Allowed): string {
  const said =
    result === "open"
      ? `"${name}" is open already in ${sandbox}`
      : `Opened "${name}" in ${sandbox}, until ${until === undefined ? "the sandbox ends" : localTime(new Date(until))}`;
  return printableLine(said);
}
