/** One instruction of a Dockerfile, its continuation lines joined and comments left out. */
export interface Instruction {
  /** Upper case: `RUN`. */
  readonly keyword: string;
  readonly value: string;
  /** Counted from 1: where it begins. */
  readonly line: number;
}

interface Open {
  readonly line: number;
  readonly text: string;
}

/**
 * The instructions of a Dockerfile in their order (Docker's Dockerfile reference: format, parser
 * directives, here-documents). Never fails: what cannot be read has a keyword that no rule knows.
 */
export function dockerfileInstructions(source: string): readonly Instruction[] {
  const lines = source.replace(/^\uFEFF/, "").split(/\r?\n/);
  const escape = /^#\s*escape\s*=\s*(`)/im.test(lines[0] ?? "") ? "`" : "\\";
  const found: Instruction[] = [];
  let open: Open | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^\s*(#|$)/.test(line)) continue;
    const text: string = (open?.text ?? "") + line.trim();
    const start: number = open?.line ?? at + 1;
    if (text.endsWith(escape)) {
      open = { line: start, text: `${text.slice(0, -1)} ` };
      continue;
    }
    found.push(toInstruction(text, start));
    open = undefined;
    at = endOfHereDocuments(text, lines, at);
  }
  return open === undefined ? found : [...found, toInstruction(open.text.trim(), open.line)];
}

/** The defaults of the ARGs that have one. */
export function dockerfileArguments(source: string): ReadonlyMap<string, string> {
  const declared = dockerfileInstructions(source)
    .filter(({ keyword }) => keyword === "ARG")
    .map(({ value }) => /^(\w+)=(["']?)(.*?)\2$/.exec(value));
  // Written again for a later stage, an ARG without a default keeps the first one.
  return new Map(declared.flatMap((match) => (match ? [[match[1] ?? "", match[3] ?? ""]] : [])));
}

function toInstruction(text: string, line: number): Instruction {
  const [, keyword = "", value = ""] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  return { keyword: keyword.toUpperCase(), value: value.trim(), line };
}

// The index of the last line of the here-documents that an instruction opens, `at` without any.
function endOfHereDocuments(text: string, lines: readonly string[], at: number): number {
  if (!/^(?:RUN|COPY|ADD)\s/i.test(text)) return at;
  let end = at;
  for (const [, dash, , word] of text.matchAll(/<<(-?)(["']?)(\w+)\2/g)) {
    const close = lines.findIndex(
      (line, index) => index > end && (dash === "-" ? line.replace(/^\t+/, "") : line) === word,
    );
    end = close === -1 ? end : close;
  }
  return end;
}
