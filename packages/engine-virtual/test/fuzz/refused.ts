import type { Difference } from "./differences.ts";
import { messagesIn } from "./told.ts";

const REFUSAL =
  /invalid option|unrecognized option|unknown predicate|not supported|cannot run it|invalid format character|and not changed|invalid argument '.*' for '/;

/** Whether the virtual shell says of something, by its name, that it has it not, where bash has it. */
export function isRefused({ bash, virtual }: Pick<Difference, "bash" | "virtual">): boolean {
  const known = new Set(messagesIn(bash.stderr).split("\n"));
  return messagesIn(virtual.stderr)
    .split("\n")
    .some((line) => REFUSAL.test(line) && !known.has(line));
}
