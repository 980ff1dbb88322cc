import { parseBasic } from "../../regex/parse-posix.ts";
import { ExpressionError } from "../../regex/syntax.ts";
import { TextSearch } from "../../regex/text-search.ts";
import { asBytes } from "../../shell/text.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachInput } from "../inputs.ts";
import { isLocaleC } from "../locale.ts";
import { CommandError, type Given } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import { bytesOf, textOf } from "../byte-string.ts";
import { editLines } from "./each-line.ts";
import { numberIn } from "./numbers.ts";

const OPTIONS = {
  body: "-b --body-numbering=STYLE",
  delimiter: "-d --section-delimiter=CC",
  footer: "-f --footer-numbering=STYLE",
  header: "-h --header-numbering=STYLE",
  increment: "-i --line-increment=NUMBER",
  joinBlank: "-l --join-blank-lines=NUMBER",
  format: "-n --number-format=FORMAT",
  noRenumber: "-p --no-renumber",
  separator: "-s --number-separator=STRING",
  start: "-v --starting-line-number=NUMBER",
  width: "-w --number-width=NUMBER",
} as const;

type NlCall = Call<keyof typeof OPTIONS>;
type Section = "header" | "body" | "footer";

/** Whether a line has a number; blank ones in a row may share one. */
type Style = (line: string) => boolean;

function patternStyle(pattern: string, isBytes: boolean): Style {
  try {
    const search = new TextSearch(parseBasic(isBytes ? asBytes(pattern) : pattern));
    const form = isBytes ? asBytes : (text: string): string => text;
    return (line) => search.test(form(textOf(line)));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new CommandError(error.message);
  }
}

class Numbering {
  readonly #styles: Readonly<Record<Section, Style>>;
  readonly #call: NlCall;
  readonly #delimiter: string;
  readonly #width: number;
  readonly #separator: string;
  readonly #start: number;
  readonly #increment: number;
  readonly #joinBlank: number;
  #section: Section = "body";
  #number: number;
  #blanks = 0;

  constructor(call: NlCall) {
    const { options } = call;
    this.#call = call;
    this.#styles = {
      header: this.#style("header", "n"),
      body: this.#style("body", "t"),
      footer: this.#style("footer", "n"),
    };
    const number = (key: keyof typeof NUMBERS): number =>
      numberIn(options.value(key) ?? DEFAULTS[key], NUMBERS[key]);
    this.#start = number("start");
    this.#increment = number("increment");
    this.#joinBlank = number("joinBlank");
    this.#width = number("width");
    this.#separator = bytesOf(options.value("separator") ?? "\t");
    const delimiter = bytesOf(options.value("delimiter") ?? "\\:");
    this.#delimiter = delimiter.length === 1 ? `${delimiter}:` : delimiter;
    this.#number = this.#start;
  }

  #style(section: Section, otherwise: string): Style {
    const text = this.#call.options.value(section) ?? otherwise;
    if (text.startsWith("a")) return (line) => line !== "" || this.#endsBlanks();
    if (text.startsWith("t")) return (line) => line !== "";
    return text.startsWith("p")
      ? patternStyle(text.slice(1), isLocaleC(this.#call.invocation.env))
      : () => false;
  }

  /** Of blank lines in a row only every so many-th has a number. */
  #endsBlanks(): boolean {
    this.#blanks += 1;
    if (this.#blanks < this.#joinBlank) return false;
    this.#blanks = 0;
    return true;
  }

  line(line: string): string {
    const section = this.#sectionOf(line);
    if (section !== undefined) {
      this.#section = section;
      if (!this.#call.options.has("noRenumber")) this.#number = this.#start;
      return "\n";
    }
    if (line !== "") this.#blanks = 0;
    if (!this.#styles[this.#section](line)) {
      return `${" ".repeat(this.#width + this.#separator.length)}${line}\n`;
    }
    const number = this.#shown();
    this.#number += this.#increment;
    return `${number}${this.#separator}${line}\n`;
  }

  #sectionOf(line: string): Section | undefined {
    const delimiter = this.#delimiter;
    if (delimiter === "" || !line.startsWith(delimiter)) return undefined;
    const sections: readonly Section[] = ["footer", "body", "header"];
    return sections.find((_, index) => line === delimiter.repeat(index + 1));
  }

  #shown(): string {
    const text = String(this.#number);
    const format = this.#call.options.value("format") ?? "rn";
    if (format === "ln") return text.padEnd(this.#width);
    if (format === "rn") return text.padStart(this.#width);
    if (!text.startsWith("-")) return text.padStart(this.#width, "0");
    return `-${text.slice(1).padStart(this.#width - 1, "0")}`;
  }
}

const DEFAULTS = { start: "1", increment: "1", joinBlank: "1", width: "6" } as const;

const NUMBERS = {
  start: { what: "starting line number", least: -Infinity },
  increment: { what: "line number increment", least: -Infinity },
  joinBlank: { what: "line number of blank lines", least: 1 },
  width: { what: "line number field width", least: 1, most: 2 ** 31 - 1 },
} as const;

function isNumberKey(key: string): key is keyof typeof NUMBERS {
  return key in NUMBERS;
}

/** What is wrong with a value; a number or a pattern that cannot be read ends the call. */
function check({ key, value = "" }: Given): string | undefined {
  if (isNumberKey(key)) numberIn(value, NUMBERS[key]);
  if (key === "format" && !["ln", "rn", "rz"].includes(value)) {
    return `invalid line numbering format: ${localeQuoted(value)}`;
  }
  if (key !== "body" && key !== "header" && key !== "footer") return undefined;
  if (value.startsWith("p")) patternStyle(value.slice(1), false);
  return /^[atnp]/.test(value)
    ? undefined
    : `invalid ${key} numbering style: ${localeQuoted(value)}`;
}

function* run(call: NlCall): Running<number> {
  const numbering = new Numbering(call);
  return yield* eachInput(call, function* ({ input }) {
    const edit = (line: string): string => numbering.line(line);
    yield* editLines({ input, output: call.invocation.stdout, end: "\n", edit });
    return 0;
  });
}

export const nl = defineCommand({
  name: "nl",
  description: "Write each file to standard output, with line numbers added",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  check,
  run,
});
