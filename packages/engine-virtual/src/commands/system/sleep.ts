import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { missingOperand } from "../operands.ts";
import { UsageError } from "../options.ts";
import { quoted } from "../quote.ts";
import { readDuration } from "./durations.ts";
import { pause } from "./pause.ts";

const CANNOT_RUN = 126;

function durationOf({ options }: Call<never>): number {
  return options.operands.reduce((sum, text) => {
    const duration = readDuration(text);
    if (duration === undefined) throw new UsageError(`invalid time interval ${quoted(text)}`);
    return sum + duration;
  }, 0);
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
