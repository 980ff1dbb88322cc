import { FileError } from "../files/errors.ts";
import type { Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { complain } from "./define-command.ts";
import { CommandError } from "./options.ts";

/** What is said of one operand while the rest goes on; without words where they have been said. */
export class OperandError extends Error {
  override readonly name = "OperandError";
}

interface Work<Result> {
  readonly operands: readonly string[];
  /** What stands in front of the system's own words, as in `cannot access 'x'`. */
  readonly wording: (operand: string) => string;
  readonly work: (operand: string) => Result;
}

type WithInvocation = Pick<Call, "invocation">;

/** Does something at one go with each operand; 1 where one of them fails. */
export function* eachOperand(call: WithInvocation, task: Work<void>): Running<number> {
  return yield* runEachOperand(call, {
    ...task,
    *work(operand) {
      yield;
      task.work(operand);
    },
  });
}

/** The same for what takes its time. */
export function* runEachOperand(
  { invocation }: WithInvocation,
  { operands, wording, work }: Work<Running<void>>,
): Running<number> {
  let status = 0;
  for (const operand of operands) {
    try {
      yield* work(operand);
    } catch (error) {
      if (error instanceof FileError) complain(invocation, `${wording(operand)}: ${error.message}`);
      else if (!(error instanceof OperandError)) throw error;
      else if (error.message !== "") complain(invocation, error.message);
      status = 1;
    }
  }
  return status;
}

/** What a reference such as `--reference=FILE` leads to, or the command gives up. */
export function orGiveUp<Result>(words: string, look: () => Result): Result {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${words}: ${error.message}`);
  }
}
