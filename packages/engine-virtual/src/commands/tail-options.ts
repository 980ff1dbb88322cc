import type { OptionWords } from "./option-words.ts";
import type { Call } from "./define-command.ts";
import { complain } from "./define-command.ts";
import { CommandError, type Given } from "./options.ts";
import type { PartOption } from "./part.ts";
import { localeQuoted } from "./quote.ts";

export const FOLLOW_OPTIONS = {
  follow: "-f --follow[=WAY]",
  again: "-F",
  retry: "--retry",
  interval: "-s --sleep-interval=N",
} as const;

export type TailCall = Call<PartOption | keyof typeof FOLLOW_OPTIONS>;

export interface Following {
  /** Whether it is the name that counts, whichever file has it, or the file that had it first. */
  readonly isByName: boolean;
  /** Whether what is not there may still come. */
  readonly retries: boolean;
}

export const FOLLOW_WORDS = {
  follow: [["descriptor"], ["name"]],
} satisfies Readonly<Record<string, OptionWords>>;

const isSeconds = (text: string): boolean => /^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text);

export function checkFollowing({ key, value }: Given): void {
  if (key === "interval" && !isSeconds(value ?? ""))
    throw new CommandError(`invalid number of seconds: ${localeQuoted(value ?? "")}`);
}

export function followingOf({ invocation, options }: TailCall): Following | undefined {
  const last = options.given.findLast(({ key }) => key === "follow" || key === "again");
  const retries = options.has("retry", "again");
  if (last === undefined) {
    if (retries)
      complain(invocation, "warning: --retry ignored; --retry is useful only when following");
    return undefined;
  }
  const isByName = last.key === "again" || last.value === "name";
  if (retries && !isByName)
    complain(invocation, "warning: --retry only effective for the initial open");
  if (isByName && options.operands.includes("-"))
    throw new CommandError("cannot follow '-' by name");
  return { isByName, retries };
}
