export interface EnvWords {
  readonly args: readonly string[];
  /** What is wrong with a text of `-S`. */
  readonly wrong?: string;
}

const TAKES_NEXT = /^(?:-[i0]*[uC]|--unset|--chdir)$/;
const SPLIT = /^(?:-([i0]*)S|--split-string(?:=|$))([^]*)$/;

/** The words of `env`, with those of each `-S TEXT` in its place, which may be options again. */
export function withSplitStrings(
  args: readonly string[],
  environment: ReadonlyMap<string, string>,
): EnvWords {
  const words = [...args];
  for (let at = 0; isOption(words[at]); at += 1) {
    const found = splitStringAt(words, at);
    if (found === undefined) {
      at += TAKES_NEXT.test(words[at] ?? "") ? 1 : 0;
      continue;
    }
    const parts = new SplitString(found.text, environment);
    if (parts.wrong !== undefined) return { args, wrong: parts.wrong };
    words.splice(at, found.length, ...found.before, ...parts.words);
    at += found.before.length - 1;
  }
  return { args: words };
}

const isOption = (word: string | undefined): boolean => word !== "--" && /^-./.test(word ?? "");

interface Found {
  /** The letters in front of `S`. */
  readonly before: readonly string[];
  readonly text: string;
  /** How many words it is. */
  readonly length: number;
}

/** A text of `-S`, which may be the next word; one that is not there is no matter of this. */
function splitStringAt(words: readonly string[], at: number): Found | undefined {
  const found = SPLIT.exec(words[at] ?? "");
  if (found === null) return undefined;
  const [whole, letters = "", joined = ""] = found;
  const before = letters === "" ? [] : [`-${letters}`];
  if (joined !== "" || whole.endsWith("=")) return { before, text: joined, length: 1 };
  const next = words[at + 1];
  return next === undefined ? undefined : { before, text: next, length: 2 };
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ "\\": "\\", "'": "'", '"': '"', "#": "#", $: "$" },
  ...{ f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
};

/** A text of `env -S` as words: quotes, backslashes and `${NAME}` as GNU's env reads them. */
class SplitString {
  readonly words: string[] = [];
  wrong: string | undefined;
  readonly #text: string;
  readonly #environment: ReadonlyMap<string, string>;
  #at = 0;
  #word: string | undefined;

  constructor(text: string, environment: ReadonlyMap<string, string>) {
    this.#text = text;
    this.#environment = environment;
    while (this.#at < text.length && this.wrong === undefined) this.#take();
    this.#end();
  }

  #take(): void {
    const letter = this.#text.charAt(this.#at);
    this.#at += 1;
    if (/[ \t\n\v\f\r]/.test(letter)) this.#end();
    else if (letter === "#" && this.#word === undefined) this.#at = this.#text.length;
    else if (letter === "'" || letter === '"') this.#quoted(letter);
    else if (letter === "\\") this.#escape(false);
    else if (letter === "$") this.#variable();
    else this.#add(letter);
  }

  #quoted(quote: string): void {
    this.#add("");
    while (this.wrong === undefined) {
      const letter = this.#text.charAt(this.#at);
      this.#at += 1;
      if (letter === quote) return;
      if (letter === "") this.wrong = "no terminating quote in -S string";
      else if (letter === "\\" && quote === '"') this.#escape(true);
      else if (letter === "\\" && /['\\]/.test(this.#text.charAt(this.#at))) this.#plain();
      else if (letter === "$" && quote === '"') this.#variable();
      else this.#add(letter);
    }
  }

  #plain(): void {
    this.#add(this.#text.charAt(this.#at));
    this.#at += 1;
  }

  #escape(isQuoted: boolean): void {
    const letter = this.#text.charAt(this.#at);
    this.#at += 1;
    const meant = ESCAPES[letter];
    if (meant !== undefined) this.#add(meant);
    else if (letter === "_" && isQuoted) this.#add(" ");
    else if (letter === "_") this.#end();
    else if (letter === "c" && isQuoted)
      this.wrong = "'\\c' must not appear in double-quoted -S string";
    else if (letter === "c") this.#at = this.#text.length;
    else if (letter === "") this.wrong = "invalid backslash at end of string in -S";
    else this.wrong = `invalid sequence '\\${letter}' in -S`;
  }

  #variable(): void {
    const rest = this.#text.slice(this.#at - 1);
    const [whole, name = ""] = /^\$\{([A-Za-z_]\w*)\}/.exec(rest) ?? [];
    if (whole === undefined) {
      this.wrong = `only \${VARNAME} expansion is supported, error at: ${rest}`;
      return;
    }
    this.#at += whole.length - 1;
    const value = this.#environment.get(name);
    if (value !== undefined) this.#add(value);
  }

  #add(text: string): void {
    this.#word = (this.#word ?? "") + text;
  }

  #end(): void {
    if (this.#word !== undefined) this.words.push(this.#word);
    this.#word = undefined;
  }
}
