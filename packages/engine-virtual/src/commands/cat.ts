import type { Invocation, Output, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { complain, defineCommand } from "./define-command.ts";
import type { NamedInput } from "./inputs.ts";
import { eachInput, isOwnOutput } from "./inputs.ts";
import { quotedIfNeeded } from "./quote.ts";

const OPTIONS = {
  showAll: "-A --show-all",
  numberFilled: "-b --number-nonblank",
  controlsAndEnds: "-e",
  showEnds: "-E --show-ends",
  number: "-n --number",
  squeeze: "-s --squeeze-blank",
  controlsAndTabs: "-t",
  showTabs: "-T --show-tabs",
  unbuffered: "-u",
  showControls: "-v --show-nonprinting",
} as const;

type Key = keyof typeof OPTIONS;

/** One byte as `cat -v` shows it. */
function shown(byte: number): string {
  if (byte >= 128) return `M-${shown(byte - 128)}`;
  if (byte === 127) return "^?";
  return byte < 32 ? `^${String.fromCharCode(byte + 64)}` : String.fromCharCode(byte);
}

function shownControls(text: string): string {
  return text.replace(/[^\t\n -~]/g, (character) => shown(character.charCodeAt(0)));
}

/** Writes text with what its options add; lines go on from one file to the next. */
class Decorator {
  readonly #options: Call<Key>["options"];
  readonly #out: Output;
  #line = 0;
  #blanks = 0;
  #atStart = true;

  constructor(options: Call<Key>["options"], out: Output) {
    this.#options = options;
    this.#out = out;
  }

  get isPlain(): boolean {
    return this.#options.given.every(({ key }) => key === "unbuffered");
  }

  /** One byte is one character here: nothing but whole lines and ASCII is looked at. */
  write(bytes: Uint8Array): void {
    const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    const parts = lines.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    this.#out.write(Buffer.from(parts.map((part) => this.#decorated(part)).join(""), "latin1"));
  }

  #decorated(part: string): string {
    const isBlank = this.#atStart && part === "\n";
    this.#blanks = isBlank ? this.#blanks + 1 : 0;
    if (this.#blanks > 1 && this.#options.has("squeeze")) return "";
    const number = this.#atStart ? this.#number(isBlank) : "";
    this.#atStart = part.endsWith("\n");
    return number + this.#shown(part);
  }

  #number(isBlank: boolean): string {
    const onlyFilled = this.#options.has("numberFilled");
    if (onlyFilled ? isBlank : !this.#options.has("number")) return "";
    this.#line += 1;
    return `${String(this.#line).padStart(6)}\t`;
  }

  #shown(part: string): string {
    const options = this.#options;
    let text = part;
    if (options.has("showAll", "showControls", "controlsAndEnds", "controlsAndTabs")) {
      text = shownControls(text);
    }
    if (options.has("showAll", "showTabs", "controlsAndTabs")) text = text.replaceAll("\t", "^I");
    if (options.has("showAll", "showEnds", "controlsAndEnds")) text = text.replace(/\n$/, "$\n");
    return text;
  }
}

function* copy({ input }: NamedInput, out: (chunk: Uint8Array) => void): Running<number> {
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    out(chunk);
    yield;
    chunk = yield* input.read();
  }
  return 0;
}

/** A file that was emptied for the output is no trouble. */
function holdsSomething({ files, stdout }: Invocation): boolean {
  return stdout.path !== undefined && files.stat(stdout.path).size > 0;
}

function* run({ invocation, options }: Call<Key>): Running<number> {
  const { stdout } = invocation;
  const decorator = new Decorator(options, stdout);
  const out = decorator.isPlain
    ? (chunk: Uint8Array): void => stdout.write(chunk)
    : (chunk: Uint8Array): void => decorator.write(chunk);
  return yield* eachInput({ invocation, options }, function* (named) {
    if (isOwnOutput(invocation, named.operand) && holdsSomething(invocation)) {
      complain(invocation, `${quotedIfNeeded(named.operand)}: input file is output file`);
      return 1;
    }
    return yield* copy(named, out);
  });
}

export const cat = defineCommand({
  name: "cat",
  description: "Concatenate files to standard output",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
