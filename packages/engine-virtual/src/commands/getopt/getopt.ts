import type { Running } from "../command.ts";
import { type Call, defineCommand } from "../define-command.ts";
import { UsageError } from "../options.ts";
import { type GetoptSpec, longOptions, shortOptions } from "./getopt-spec.ts";
import { type Parameters, readParameters } from "./read-parameters.ts";

const OPTIONS = {
  short: "-o --options=OPTSTRING",
  long: "-l --longoptions=LONGOPTS",
  name: "-n --name=PROGNAME",
  quiet: "-q --quiet",
  noOutput: "-Q --quiet-output",
  shell: "-s --shell=SHELL",
  unquoted: "-u --unquoted",
  alternative: "-a --alternative",
  test: "-T --test",
} as const;

type GetoptCall = Call<keyof typeof OPTIONS>;

const HAS_ERRORS = 1;
const IS_ENHANCED = 4;

interface Asked {
  readonly optstring: string;
  readonly words: readonly string[];
  /** The old form, in which nothing is quoted: `getopt ab: "$@"`. */
  readonly isOld: boolean;
}

function askedFor({ invocation, options }: GetoptCall): Asked {
  const optstring = options.value("short");
  const { operands } = options;
  if (optstring !== undefined) return { optstring, words: operands, isOld: false };
  const [first, ...words] = operands;
  if (first === undefined) throw new UsageError("missing optstring argument");
  return { optstring: first, words, isOld: !(invocation.args[0] ?? "").startsWith("-") };
}

function specOf({ invocation, options }: GetoptCall, { optstring }: Asked): GetoptSpec {
  const isStrict = optstring.startsWith("+") || invocation.env.has("POSIXLY_CORRECT");
  return {
    short: shortOptions(optstring),
    long: longOptions(options.values("long")),
    order: optstring.startsWith("-") ? "in-place" : isStrict ? "stop" : "permute",
    isAlternative: options.has("alternative"),
  };
}

function textOf({ operands, options }: Parameters, quote: (word: string) => string): string {
  const written = options.map(([text, isValue]) => (isValue ? quote(text) : text));
  return ` ${[...written, "--", ...operands.map(quote)].join(" ")}\n`;
}

function refuseShell(shell: string): void {
  if (shell === "sh" || shell === "bash") return;
  const isKnown = shell === "csh" || shell === "tcsh";
  throw new UsageError(
    isKnown ? `not supported: -s ${shell}` : "unknown shell after -s or --shell argument",
  );
}

/** As a shell reads it; whatever it is, in quotes. */
function inQuotes(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function tell({ invocation, options }: GetoptCall, read: Parameters, isPlain: boolean): void {
  const name = options.value("name") ?? invocation.name;
  for (const error of options.has("quiet") ? [] : read.errors) {
    invocation.stderr.write(`${name}: ${error}\n`);
  }
  if (options.has("noOutput")) return;
  invocation.stdout.write(textOf(read, isPlain ? (word) => word : inQuotes));
}

function* run(call: GetoptCall): Running<number> {
  const { options } = call;
  yield;
  if (options.has("test")) return IS_ENHANCED;
  refuseShell(options.value("shell") ?? "bash");
  const asked = askedFor(call);
  const read = readParameters(asked.words, specOf(call, asked));
  tell(call, read, asked.isOld || options.has("unquoted"));
  return read.errors.length > 0 ? HAS_ERRORS : 0;
}

/** The words behind the first operand are the script's. */
export const getopt = defineCommand({
  name: "getopt",
  description: "Parse the options of a script",
  usage: "[options] [--] optstring parameters",
  options: OPTIONS,
  usageStatus: 2,
  stopsAtOperand: true,
  run,
});
