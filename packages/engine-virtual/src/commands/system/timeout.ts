import { Unnested } from "../../shell/run/nested.ts";
import { CommandNotRun, type Invocation, type Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { withOptionsInFront } from "../options-in-front.ts";
import { UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import { readDuration } from "./durations.ts";
import { pause } from "./pause.ts";

const OPTIONS = {
  foreground: "--foreground",
  killAfter: "-k --kill-after=DURATION",
  preserve: "--preserve-status",
  signal: "-s --signal=SIGNAL",
  verbose: "-v --verbose",
} as const;

type TimeoutCall = Call<keyof typeof OPTIONS>;

const TIMED_OUT = 124;
const SIGNALS: Readonly<Record<string, number>> = {
  ...{ HUP: 1, INT: 2, QUIT: 3, ABRT: 6, KILL: 9, USR1: 10, USR2: 12, PIPE: 13, ALRM: 14 },
  TERM: 15,
};

/** How often a command that waits for another is looked at, in milliseconds. */
const LOOK = 10;

interface Signal {
  readonly name: string;
  readonly number: number;
}

function signalOf({ options }: TimeoutCall): Signal {
  const text = options.value("signal") ?? "TERM";
  const name = text.toUpperCase().replace(/^SIG/, "");
  const found = Object.entries(SIGNALS).find(
    ([key, number]) => key === name || String(number) === name,
  );
  if (found === undefined) throw new UsageError(`${localeQuoted(text)}: invalid signal`);
  return { name: found[0], number: found[1] };
}

function durationOf(text: string): number {
  const duration = readDuration(text);
  if (duration === undefined) throw new UsageError(`invalid time interval ${localeQuoted(text)}`);
  return duration === 0 ? Number.POSITIVE_INFINITY : duration;
}

/** Until a promise has settled, or the time is up. */
function* settledUntil(promise: Promise<unknown>, left: number): Running<void> {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, Math.min(left, 2 ** 31 - 1), undefined);
  const end = (): void => resolve(undefined);
  promise.then(end, end);
  try {
    yield ended;
  } finally {
    clearTimeout(timer);
  }
}

/** Its status, or nothing where the time is up. */
function* runUntil(
  invocation: Invocation,
  running: Unnested,
  until: number,
): Running<number | undefined> {
  try {
    for (;;) {
      const { done, value } = running.next();
      if (done === true) return value;
      const left = until - invocation.now();
      if (left <= 0) return undefined;
      if (value instanceof Promise) yield* settledUntil(value, left);
      else if (value === "wait" && invocation.canWait()) yield* pause(Math.min(left, LOOK));
      else yield value;
    }
  } finally {
    running.return();
  }
}

interface Started {
  readonly argv: readonly string[];
  readonly running: Running<number>;
}

function* statusOf(
  invocation: Invocation,
  { argv, running }: Started,
  until: number,
): Running<number | undefined> {
  try {
    return yield* runUntil(invocation, new Unnested(running), until);
  } catch (error) {
    if (!(error instanceof CommandNotRun)) throw error;
    complain(invocation, `failed to run command ${localeQuoted(argv[0] ?? "")}: ${error.message}`);
    return error.status;
  }
}

function* run(call: TimeoutCall): Running<number> {
  const { invocation, options } = call;
  const [limit, ...argv] = options.operands;
  if (limit === undefined || argv.length === 0) throw new UsageError("");
  const killAfter = options.value("killAfter");
  if (killAfter !== undefined) durationOf(killAfter);
  const signal = signalOf(call);
  const until = invocation.now() + durationOf(limit);
  const { end, running } = invocation.runGroup(argv);
  const status = yield* statusOf(invocation, { argv, running }, until);
  if (status !== undefined) return status;
  end(`SIG${signal.name}`);
  if (options.has("verbose")) {
    complain(invocation, `sending signal ${signal.name} to command ${localeQuoted(argv[0] ?? "")}`);
  }
  return options.has("preserve") || signal.name === "KILL" ? 128 + signal.number : TIMED_OUT;
}

export const timeout = withOptionsInFront(
  defineCommand({
    name: "timeout",
    description: "Run a command for some time at most",
    usage: "[OPTION] DURATION COMMAND [ARG]...",
    options: OPTIONS,
    usageStatus: 125,
    run,
  }),
  OPTIONS,
);
