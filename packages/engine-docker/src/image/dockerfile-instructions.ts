/** One instruction of a Dockerfile, its continuation lines joined and comments left out. */
export interface Instruction {
  /** Upper case: `RUN`. */
  readonly keyword: string;
  readonly value: string;
  /** Counted from 1: where it begins. */
  readonly line: number;
}

/**
 * The instructions of a Dockerfile in their order (Docker's Dockerfile reference: format, parser
 * directives, here-documents). Never fails: what cannot be read has a keyword that no rule knows.
 */
export function dockerfileInstructions(source: string): readonly Instruction[] {
  const lines = source.replace(/^\uFEFF/, "").split(/\r?\n/);
  const escape = /^#\s*escape\s*=\s*`/i.test(lines[0] ?? "") ? "`" : "\\";
  const found: Instruction[] = [];
  let at = 0;
  while (at < lines.length) {
    const { text, next } = joinLines(lines, at, escape);
    if (text !== "") found.push(toInstruction(text, at + 1));
    at = afterHereDocuments(text, lines, next);
  }
  return found;
}

interface Joined {
  readonly text: string;
  /** The index of the line after it. */
  readonly next: number;
}

// One instruction with its continuation lines; an empty text where a comment or nothing stands.
function joinLines(lines: readonly string[], start: number, escape: string): Joined {
  const parts: string[] = [];
  for (let at = start; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").trim();
    // Between continued lines too, comments and empty lines do not count.
    if (line !== "" && !line.startsWith("#")) {
      parts.push(line.endsWith(escape) ? line.slice(0, -1) : line);
      if (!line.endsWith(escape)) return { text: parts.join(" "), next: at + 1 };
    } else if (parts.length === 0) {
      return { text: "", next: at + 1 };
    }
  }
  return { text: parts.join(" "), next: lines.length };
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

// The index of the line after the here-documents that an instruction opens, `next` without any.
function afterHereDocuments(text: string, lines: readonly string[], next: number): number {
  if (!/^(?:RUN|COPY|ADD)\s/i.test(text)) return next;
  let at = next;
  for (const [, dash, , word] of text.matchAll(/<<(-?)(["']?)(\w+)\2/g)) {
    const close = lines.findIndex(
      (line, index) => index >= at && (dash === "-" ? line.replace(/^\t+/, "") : line) === word,
    );
    at = close === -1 ? at : close + 1;
  }
  return at;
}
