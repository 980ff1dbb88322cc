import { type Call, complain } from "./define-command.ts";
import { joined, lastName } from "./operands.ts";
import { directoryName } from "./paths/dirname.ts";
import { quoted } from "./quote.ts";
import type { Task } from "./targets.ts";
import { realTarget, statusAt } from "./transfer.ts";

/** Tells of what the call names a second time, which is not copied again. */
export function onlyOnce({
  invocation,
  options,
}: Call<"archive" | "recursive">): (task: Task) => boolean {
  const seen = new Set<string>();
  return ({ source }) => {
    const status = statusAt(invocation, source, true);
    if (status === undefined) return true;
    const place = realTarget(invocation, directoryName(source));
    const name = joined(place, lastName(source));
    if (!seen.has(name)) {
      seen.add(name);
      return true;
    }
    const isDirectory = status.kind === "directory";
    if (isDirectory && !options.has("recursive", "archive")) return true;
    const what = isDirectory ? "directory" : "file";
    complain(invocation, `warning: source ${what} ${quoted(source)} specified more than once`);
    return false;
  };
}
