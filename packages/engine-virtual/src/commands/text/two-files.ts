import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quoted, quotedIfNeeded } from "../quote.ts";
import { allLines } from "./lines.ts";

/** The two operands of comm and join. */
export function twoOperands({ invocation, options }: Call): readonly [string, string] {
  const [first, second, extra] = options.operands;
  if (first === undefined) throw new UsageError("missing operand");
  if (second === undefined) throw new UsageError(`missing operand after ${localeQuoted(first)}`);
  const quote = invocation.name === "join" ? quoted : localeQuoted;
  if (extra !== undefined) throw new UsageError(`extra operand ${quote(extra)}`);
  return [first, second];
}

/** All lines of a file that a command cannot do without. */
export function* linesOf(
  { invocation }: Call,
  operand: string,
  end: string,
): Running<readonly string[]> {
  try {
    return yield* allLines(openInput(invocation, operand), end);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    // A directory can be opened: join does not say which one it cannot read.
    const isRead = error.code === "EISDIR" && invocation.name === "join";
    const what = isRead ? "read error" : quotedIfNeeded(operand);
    throw new CommandError(`${what}: ${error.message}`);
  }
}

export type OrderCheck = "always" | "when-unpaired" | "never";

/** How `--check-order` and `--nocheck-order` are meant. */
export function orderCheckOf({ options }: Call<"checkOrder" | "noCheckOrder">): OrderCheck {
  const last = options.last("checkOrder", "noCheckOrder");
  if (last === undefined) return "when-unpaired";
  return last === "checkOrder" ? "always" : "never";
}
