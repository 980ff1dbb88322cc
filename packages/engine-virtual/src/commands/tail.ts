import { FileError } from "../files/errors.ts";
import type { Running } from "./command.ts";
import { defineCommand } from "./define-command.ts";
import { Headings } from "./headings.ts";
import type { Complaint, NamedInput } from "./inputs.ts";
import { eachInput } from "./inputs.ts";
import { withoutOldTail } from "./old-part.ts";
import { CommandError } from "./options.ts";
import { checkPart, PART_OPTIONS, partOf } from "./part.ts";
import { runFollowing } from "./tail-follow.ts";
import {
  checkFollowing,
  FOLLOW_OPTIONS,
  FOLLOW_WORDS,
  followingOf,
  type TailCall,
} from "./tail-options.ts";
import { showPart } from "./tail-part.ts";

function* run(call: TailCall): Running<number> {
  const wanted = partOf(call);
  const following = followingOf(call);
  if (following !== undefined) return yield* runFollowing(call, wanted, following);
  if (wanted.number === 0 && wanted.sign !== "+") return 0;
  const headings = new Headings(call);
  const work = function* ({ operand, input }: NamedInput): Running<number> {
    headings.show(operand);
    yield* showPart(input, wanted, call.invocation);
    yield;
    return 0;
  };
  // Where it looks for no line, it gives up at what it cannot read.
  const givesUp = wanted.what === "bytes" || (wanted.sign === "+" && wanted.number <= 1);
  const complaint: Complaint = (invocation, operand, error) => {
    headings.complain(invocation, operand, error);
    const isDirectory = error instanceof FileError && error.code === "EISDIR";
    if (givesUp && isDirectory) throw new CommandError("");
  };
  return yield* eachInput(call, work, complaint);
}

export const tail = defineCommand({
  name: "tail",
  description: "Output the last part of files",
  usage: "[OPTION]... [FILE]...",
  options: { ...PART_OPTIONS, ...FOLLOW_OPTIONS },
  words: FOLLOW_WORDS,
  withoutOld: withoutOldTail,
  check(given) {
    if (given.key === "digits")
      throw new CommandError(`option used in invalid context -- ${given.value?.charAt(0) ?? ""}`);
    checkPart(given);
    checkFollowing(given);
    return undefined;
  },
  run,
});
