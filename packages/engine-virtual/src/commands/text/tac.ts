import { FileError } from "../../files/errors.ts";
import { findText } from "../../regex/find-text.ts";
import { parseBasic } from "../../regex/parse-posix.ts";
import { ExpressionError } from "../../regex/syntax.ts";
import { TextSearch } from "../../regex/text-search.ts";
import { decodeText } from "../../shell/text.ts";
import type { Invocation, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import type { NamedInput } from "../inputs.ts";
import { eachInput, readAll } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { quoted, quotedIfNeeded } from "../quote.ts";
import { bytesOf } from "../byte-string.ts";
import { ByteWriter } from "./byte-writer.ts";

const OPTIONS = {
  before: "-b --before",
  regex: "-r --regex",
  separator: "-s --separator=STRING",
} as const;

type TacCall = Call<keyof typeof OPTIONS>;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the separators of a text stand, in their order. */
type Separators = (text: string) => readonly Span[];

function plainSeparators(separator: string): Separators {
  return (text) => {
    const spans: Span[] = [];
    for (let at = findText(text, separator); at !== -1; at = findText(text, separator, at)) {
      const start = at;
      at += separator.length;
      spans.push({ start, end: at });
    }
    return spans;
  };
}

function separatorsBy(pattern: string): Separators {
  let search: TextSearch;
  try {
    search = new TextSearch(parseBasic(pattern), { multiline: true });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new CommandError(error.message);
  }
  return (text) => {
    const spans: Span[] = [];
    for (let found = search.find(text); found !== undefined;) {
      if (found.end > found.start) spans.push(found);
      const from = Math.max(found.end, found.start + 1);
      found = from < text.length ? search.find(text, from) : undefined;
    }
    return spans;
  };
}

/** The records of a text, the last one first. */
function backwards(
  text: string,
  separators: readonly Span[],
  isBefore: boolean,
): readonly string[] {
  const cuts = separators.map(({ start, end }) => (isBefore ? start : end));
  const starts = [0, ...cuts];
  const records = starts.map((start, index) => text.slice(start, starts[index + 1]));
  return records.toReversed();
}

function complaint(invocation: Invocation, operand: string, error: unknown): void {
  if (!(error instanceof FileError)) throw error;
  if (error.code === "EISDIR") {
    complain(invocation, `${quotedIfNeeded(operand)}: read error: Invalid argument`);
  } else {
    complain(invocation, `failed to open ${quoted(operand)} for reading: ${error.message}`);
  }
}

function* run(call: TacCall): Running<number> {
  const { options, invocation } = call;
  const separator = options.value("separator") ?? "\n";
  const isRegex = options.has("regex");
  // An empty separator is a zero byte, as GNU has it.
  const find = isRegex ? separatorsBy(separator) : plainSeparators(bytesOf(separator || "\0"));
  const writer = new ByteWriter(invocation.stdout);
  const toBytes = (text: string): string => (isRegex ? bytesOf(text) : text);
  return yield* eachInput(
    call,
    function* ({ input }: NamedInput) {
      const bytes = Buffer.from(yield* readAll(input));
      const text = isRegex ? decodeText(bytes) : bytes.toString("latin1");
      const records = backwards(text, find(text), options.has("before"));
      for (const [index, record] of records.entries()) {
        writer.add(toBytes(record));
        if (index % 1_000 === 999) yield;
      }
      writer.flush();
      return 0;
    },
    complaint,
  );
}

export const tac = defineCommand({
  name: "tac",
  description: "Write each file to standard output, last line first",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
