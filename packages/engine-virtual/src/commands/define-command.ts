import type { Command, Invocation, Running } from "./command.ts";
import { isLocaleC } from "./locale.ts";
import { meantWord, type OptionWords } from "./option-words.ts";
import type { Given, Options, OptionTable } from "./options.ts";
import { CommandError, readOptions, UsageError } from "./options.ts";

/** One call of a command with its options read. */
export interface Call<Key extends string = string> {
  readonly invocation: Invocation;
  readonly options: Options<Key>;
}

export interface Definition<Key extends string> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly usage: string;
  readonly options: OptionTable<Key>;
  /** The words that options take, whose value is then the first of those that mean the same. */
  readonly words?: Readonly<Partial<Record<Key, OptionWords>>>;
  /** The status of wrong usage: 1, unless the command has another. */
  readonly usageStatus?: number;
  /** The status of options that are not there, where it is another one. */
  readonly optionStatus?: number;
  /** What stands in the hint beside `--help`. */
  readonly alsoHelps?: string;
  /** The quote in front of that, where it is another one. */
  readonly hintQuote?: string;
  /** Whether the hint at `--help` has the command's name in front too. */
  readonly namesHint?: boolean;
  /** Whether what follows the first operand is no option any more: the words of another command. */
  readonly stopsAtOperand?: boolean;
  /** Whether wrong usage is answered with the usage itself, too. */
  readonly showsUsage?: boolean;
  /** Puts today's words in the place of a form that no option table has. */
  withoutOld?(args: readonly string[]): readonly string[];
  /**
   * Looks at an option before what comes behind it is read. What it throws ends the call; words are said, and
   * the call ends when all options are read.
   */
  check?(given: Given): string | undefined;
  /** Whether it then says where to read how it is used: so it does, unless it is told. */
  readonly endsInHint?: boolean;
  run(call: Call<Key>): Running<number>;
}

const withHelp = <Key extends string>(
  options: OptionTable<Key>,
): OptionTable<Key | "help" | "version"> => ({
  ...options,
  help: "--help",
  version: "--version",
});

function helpText<Key extends string>({
  name,
  usage,
  description,
  options,
}: Definition<Key>): string {
  const rows = Object.values<string>(options).map(
    (spellings) => `  ${spellings.replaceAll(" ", ", ")}`,
  );
  return [
    `Usage: ${name} ${usage}`,
    description,
    ...(rows.length > 0 ? ["", ...rows] : []),
    "",
  ].join("\n");
}

/** Scripts look for GNU's name to know which options there are. */
const versionText = (name: string): string =>
  `${name} (agent-sandbox), with the options of the GNU program\n`;

/** Puts `name: ` in front, as every command does that has something to say. */
export function complain({ name, stderr, env }: Invocation, text: string): void {
  stderr.write(`${name}: ${isLocaleC(env) ? text.replace(/[‘’]/g, "'") : text}\n`);
}

/** Where to read how it is used. */
function showWay<Key extends string>(definition: Definition<Key>, { stderr }: Invocation): void {
  const { alsoHelps, hintQuote = "'", name, namesHint = false, showsUsage = false } = definition;
  const also = alsoHelps === undefined ? "" : ` or '${name} ${alsoHelps}'`;
  if (showsUsage) stderr.write(`Usage: ${name} ${definition.usage}\n`);
  stderr.write(
    `${namesHint ? `${name}: ` : ""}Try ${hintQuote}${name} --help'${also} for more information.\n`,
  );
}

/** What a call that failed says, and its status. */
function statusOf<Key extends string>(
  definition: Definition<Key>,
  invocation: Invocation,
  error: unknown,
): number {
  if (!(error instanceof UsageError || error instanceof CommandError)) throw error;
  if (error.message !== "") complain(invocation, error.message);
  if (error instanceof UsageError) showWay(definition, invocation);
  const optionStatus = error instanceof UsageError ? definition.optionStatus : undefined;
  return error.status ?? optionStatus ?? definition.usageStatus ?? 1;
}

/** With the word in full that its value stands for, where it takes certain words. */
function withMeantWord<Key extends string>(
  { words, options }: Definition<Key>,
  given: Given,
): Given {
  const known = words?.[given.key as Key];
  if (known === undefined || given.value === undefined) return given;
  const long = /.*(--[^\s=[]+)/.exec(options[given.key as Key])?.[1] ?? given.as;
  return { ...given, value: meantWord(known, given.value, long) };
}

/** Reads the options; wrong values are said as they come, and refused in the end. */
function readCall<Key extends string>(
  definition: Definition<Key>,
  table: OptionTable<Key | "help" | "version">,
  invocation: Invocation,
): Options<Key | "help" | "version"> {
  const wrong: string[] = [];
  const check = (given: Given): Given => {
    const meant = withMeantWord(definition, given);
    const words = definition.check?.(meant);
    if (words !== undefined) {
      complain(invocation, words);
      wrong.push(words);
    }
    return meant;
  };
  const { stopsAtOperand } = definition;
  const args = definition.withoutOld?.(invocation.args) ?? invocation.args;
  const options = readOptions(table, args, { stopsAtOperand, check });
  if (wrong.length > 0 && !options.has("help", "version")) {
    throw definition.endsInHint === false ? new CommandError("") : new UsageError("");
  }
  return options;
}

/** A command whose options are a table, with `--help` and GNU's words for wrong usage. */
export function defineCommand<Key extends string>(definition: Definition<Key>): Command {
  const { name, aliases, description, usage } = definition;
  const table = withHelp(definition.options);
  function* run(invocation: Invocation): Running<number> {
    try {
      const options = readCall(definition, table, invocation);
      const asked = options.last("help", "version");
      if (asked !== undefined) {
        invocation.stdout.write(asked === "help" ? helpText(definition) : versionText(name));
        return 0;
      }
      return yield* definition.run({ invocation, options });
    } catch (error) {
      return statusOf(definition, invocation, error);
    }
  }
  return { name, ...(aliases === undefined ? {} : { aliases }), description, usage, run };
}
