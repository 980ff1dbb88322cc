import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachInput } from "../inputs.ts";
import { UsageError } from "../options.ts";
import { bytesOf } from "../byte-string.ts";
import { editLines } from "./each-line.ts";
import type { Range } from "./ranges.ts";
import { complementOf, parseRanges } from "./ranges.ts";

const OPTIONS = {
  bytes: "-b --bytes=LIST",
  characters: "-c --characters=LIST",
  fields: "-f --fields=LIST",
  delimiter: "-d --delimiter=DELIM",
  unsplit: "-n",
  complement: "--complement",
  onlyDelimited: "-s --only-delimited",
  outputDelimiter: "--output-delimiter=STRING",
  zero: "-z --zero-terminated",
} as const;

type Key = keyof typeof OPTIONS;
type CutCall = Call<Key>;

interface Plan {
  readonly ranges: readonly Range[];
  readonly delimiter: string;
  readonly outputDelimiter: string | undefined;
  readonly onlyDelimited: boolean;
}

function checkFieldOptions({ options }: CutCall, isField: boolean): void {
  if (isField) return;
  if (options.has("delimiter")) {
    throw new UsageError("an input delimiter may be specified only when operating on fields");
  }
  if (options.has("onlyDelimited")) {
    throw new UsageError(
      "suppressing non-delimited lines makes sense\n\tonly when operating on fields",
    );
  }
}

function delimiterOf({ options }: CutCall): string {
  const delimiter = bytesOf(options.value("delimiter") ?? "\t");
  if (delimiter.length > 1) throw new UsageError("the delimiter must be a single character");
  return delimiter === "" ? "\0" : delimiter;
}

function planOf(call: CutCall): Plan {
  const { options } = call;
  const lists = options.given.filter(({ key }) => /^(bytes|characters|fields)$/.test(key));
  const [list, second] = lists;
  if (second !== undefined) throw new UsageError("only one list may be specified");
  const delimiter = delimiterOf(call);
  if (list === undefined) {
    throw new UsageError("you must specify a list of bytes, characters, or fields");
  }
  const isField = list.key === "fields";
  checkFieldOptions(call, isField);
  const ranges = parseRanges(list.value ?? "", { isField });
  const outputDelimiter = options.value("outputDelimiter");
  return {
    ranges: options.has("complement") ? complementOf(ranges) : ranges,
    delimiter,
    // An empty one is a zero byte, as GNU has it.
    outputDelimiter: outputDelimiter === undefined ? undefined : bytesOf(outputDelimiter || "\0"),
    onlyDelimited: options.has("onlyDelimited"),
  };
}

function cutBytes(line: string, { ranges, outputDelimiter = "" }: Plan): string {
  return ranges
    .filter(({ from }) => from <= line.length)
    .map(({ from, to }) => line.slice(from - 1, to))
    .join(outputDelimiter);
}

/** `undefined` for a line that is not shown. */
function cutFields(line: string, plan: Plan): string | undefined {
  const { ranges, delimiter, outputDelimiter = delimiter, onlyDelimited } = plan;
  if (!line.includes(delimiter)) return onlyDelimited ? undefined : line;
  const last = ranges.at(-1)?.to ?? 0;
  const fields = last === Infinity ? line.split(delimiter) : line.split(delimiter, last);
  return ranges.flatMap(({ from, to }) => fields.slice(from - 1, to)).join(outputDelimiter);
}

function* run(call: CutCall): Running<number> {
  const plan = planOf(call);
  const { invocation, options } = call;
  const end = options.has("zero") ? "\0" : "\n";
  const isField = options.has("fields");
  const edit = (line: string): string => {
    const kept = isField ? cutFields(line, plan) : cutBytes(line, plan);
    return kept === undefined ? "" : kept + end;
  };
  return yield* eachInput(call, function* ({ input }) {
    yield* editLines({ input, output: invocation.stdout, end, edit });
    return 0;
  });
}

export const cut = defineCommand({
  name: "cut",
  description: "Print selected parts of lines from each file",
  usage: "OPTION... [FILE]...",
  options: OPTIONS,
  run,
});
