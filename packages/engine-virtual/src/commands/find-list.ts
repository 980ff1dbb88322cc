import type { Invocation } from "./command.ts";
import type { Found } from "./find-expression.ts";
import { formatFound, withinOf } from "./find-format.ts";
import { isRecent } from "./ls-long.ts";

/** One line of `-ls`. */
export function listed(invocation: Invocation, found: Found): string {
  const time = isRecent(found.status, invocation.now()) ? "%Tb %Te %TH:%TM" : "%Tb %Te  %TY";
  const target = found.status.kind === "link" ? " -> %l" : "";
  const format = `%9i %6k %M %3n %-8u %-8g %8s ${time} %p${target}\n`;
  return formatFound(format, found, withinOf(invocation));
}
