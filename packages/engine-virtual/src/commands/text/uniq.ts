import { named, type OptionWords } from "../option-words.ts";
import { FileError } from "../../files/errors.ts";
import type { Output, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { complainOf, openInput } from "../inputs.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";
import { ByteWriter } from "./byte-writer.ts";
import { LineReader } from "./lines.ts";
import { openOutput } from "./open-output.ts";

const OPTIONS = {
  count: "-c --count",
  repeated: "-d --repeated",
  all: "-D",
  allRepeated: "--all-repeated[=METHOD]",
  skipFields: "-f --skip-fields=N",
  group: "--group[=METHOD]",
  ignoreCase: "-i --ignore-case",
  skipCharacters: "-s --skip-chars=N",
  unique: "-u --unique",
  zero: "-z --zero-terminated",
  most: "-w --check-chars=N",
} as const;

type Key = keyof typeof OPTIONS;

/** Where blank lines stand between groups. */
type Delimit = "none" | "prepend" | "append" | "separate" | "both";

interface Plan {
  readonly keyOf: (line: string) => string;
  readonly end: string;
  readonly show: "each" | "all" | "groups";
  readonly delimit: Delimit;
  readonly counts: boolean;
  readonly showsSingle: boolean;
  readonly showsRepeated: boolean;
}

function numberOf(text: string | undefined, what: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new CommandError(`${text}: invalid number of ${what}`);
  return Number(text);
}

function skipFields(line: string, count: number): number {
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    at += /^[ \t]*[^ \t]*/.exec(line.slice(at))?.[0].length ?? 0;
  }
  return at;
}

function keyFor({ options }: Call<Key>): (line: string) => string {
  const fields = numberOf(options.value("skipFields"), "fields to skip") ?? 0;
  const skipped = numberOf(options.value("skipCharacters"), "bytes to skip") ?? 0;
  const most = numberOf(options.value("most"), "bytes to compare");
  const ignoresCase = options.has("ignoreCase");
  if (fields === 0 && skipped === 0 && most === undefined && !ignoresCase) return (line) => line;
  return (line) => {
    const start = (fields === 0 ? 0 : skipFields(line, fields)) + skipped;
    const key = line.slice(start, most === undefined ? undefined : start + most);
    return ignoresCase ? key.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : key;
  };
}

const endOf = ({ options }: Call<Key>): string => (options.has("zero") ? "\0" : "\n");

const METHODS = ["none", "prepend", "append", "separate", "both"] as const;

const WORDS: Readonly<Partial<Record<Key, OptionWords>>> = {
  group: [["prepend"], ["append"], ["separate"], ["both"]],
  allRepeated: [["none"], ["prepend"], ["separate"]],
};

function checkTogether({ options }: Call<Key>): void {
  if (options.has("group") && options.has("count", "repeated", "all", "allRepeated", "unique")) {
    throw new UsageError("--group is mutually exclusive with -c/-d/-D/-u");
  }
  if (options.has("all", "allRepeated") && options.has("count")) {
    throw new UsageError("printing all duplicated lines and repeat counts is meaningless");
  }
}

function planOf(call: Call<Key>): Plan {
  const { options } = call;
  const showsAll = options.has("all", "allRepeated");
  const isGrouped = options.has("group");
  const delimit = isGrouped
    ? (named(METHODS, options.value("group")) ?? "separate")
    : (named(METHODS, options.value("allRepeated")) ?? "none");
  const whole = isGrouped ? "groups" : "all";
  const showsEach = !isGrouped && !showsAll;
  return {
    keyOf: keyFor(call),
    end: endOf(call),
    show: showsEach ? "each" : whole,
    delimit,
    counts: options.has("count"),
    showsSingle: isGrouped || !options.has("all", "allRepeated", "repeated"),
    showsRepeated: isGrouped || !options.has("unique"),
  };
}

/** Takes the lines in turn, and writes each group of equal ones as the plan says. */
class Groups {
  readonly #plan: Plan;
  readonly #writer: ByteWriter;
  #first: string | undefined;
  #key = "";
  #count = 0;
  #hasShown = false;

  constructor(plan: Plan, output: Output) {
    this.#plan = plan;
    this.#writer = new ByteWriter(output);
  }

  add(line: string): void {
    const { keyOf, show } = this.#plan;
    const key = keyOf(line);
    const isSame = this.#first !== undefined && key === this.#key;
    if (!isSame) this.#endGroup();
    this.#count += 1;
    if (!isSame) {
      this.#first = line;
      this.#key = key;
      if (show === "groups") this.#begin(line);
      return;
    }
    if (show === "groups") this.#line(line);
    if (show === "all" && this.#plan.showsRepeated) this.#repeat(line);
  }

  #repeat(line: string): void {
    if (this.#count === 2) this.#begin(this.#first ?? "");
    this.#line(line);
  }

  /** The first line of a group that is shown whole. */
  #begin(line: string): void {
    const { delimit } = this.#plan;
    const isParted = delimit === "separate" && this.#hasShown;
    const isLed = delimit === "prepend" || (delimit === "both" && !this.#hasShown);
    if (isParted || isLed) this.#line("");
    this.#line(line);
    this.#hasShown = true;
  }

  #line(line: string): void {
    this.#writer.add(line + this.#plan.end);
  }

  #endGroup(): void {
    const { show, counts, delimit } = this.#plan;
    const first = this.#first;
    if (first === undefined) return;
    const isShown = this.#count > 1 ? this.#plan.showsRepeated : this.#plan.showsSingle;
    if (show === "each" && isShown) {
      this.#line(counts ? `${String(this.#count).padStart(7)} ${first}` : first);
    }
    if (show === "groups" && (delimit === "append" || delimit === "both")) this.#line("");
    this.#count = 0;
  }

  flush(): void {
    this.#writer.flush();
  }

  end(): void {
    this.#endGroup();
    this.#writer.flush();
  }
}

function* copy(reader: LineReader, groups: Groups): Running<void> {
  for (let lines = yield* reader.next(); lines !== undefined; lines = yield* reader.next()) {
    for (const line of lines) groups.add(line);
    groups.flush();
    yield;
  }
  groups.end();
}

interface Refused {
  readonly operand: string;
  readonly isInput: boolean;
  readonly error: unknown;
}

function refuse({ invocation }: Call<Key>, { operand, isInput, error }: Refused): void {
  const isDirectory = error instanceof FileError && error.code === "EISDIR";
  if (isDirectory && isInput) complain(invocation, `error reading ${quoted(operand)}`);
  else complainOf(invocation, operand, error);
}

function* run(call: Call<Key>): Running<number> {
  const { invocation, options } = call;
  const [from = "-", to = "-", extra] = options.operands;
  const plan = planOf(call);
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  checkTogether(call);
  let operand = from;
  try {
    const reader = new LineReader(openInput(invocation, from), plan.end);
    operand = to;
    const output = to === "-" ? undefined : openOutput(invocation, to);
    operand = from;
    yield* copy(reader, new Groups(plan, output ?? invocation.stdout));
    output?.close();
    return 0;
  } catch (error) {
    refuse(call, { operand, isInput: operand === from, error });
    return 1;
  }
}

export const uniq = defineCommand({
  name: "uniq",
  description: "Report or omit repeated lines",
  usage: "[OPTION]... [INPUT [OUTPUT]]",
  options: OPTIONS,
  words: WORDS,
  run,
});
