import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { missingOperand } from "../operands.ts";
import { UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import { readDuration } from "./durations.ts";
import { pause } from "./pause.ts";

const CANNOT_RUN = 126;

/** All of them together; each that is none is said. */
function durationOf({ invocation, options }: Call<never>): number {
  const durations = options.operands.map((text) => {
    const duration = readDuration(text);
    if (duration === undefined) complain(invocation, `invalid time interval ${localeQuoted(text)}`);
    return duration;
  });
  if (durations.includes(undefined)) throw new UsageError("");
  return durations.reduce<number>((sum, duration = 0) => sum + duration, 0);
}

function* run(call: Call<never>): Running<number> {
  const { invocation } = call;
  if (call.options.operands.length === 0) missingOperand();
  const until = invocation.now() + durationOf(call);
  if (!invocation.canWait()) {
    complain(invocation, "it waits: executeSync cannot run it");
    return CANNOT_RUN;
  }
  for (let left = until - invocation.now(); left > 0; left = until - invocation.now()) {
    yield* pause(left);
  }
  return 0;
}

export const sleep = defineCommand<never>({
  name: "sleep",
  description: "Wait for some time",
  usage: "NUMBER[SUFFIX]...",
  options: {},
  run,
});
