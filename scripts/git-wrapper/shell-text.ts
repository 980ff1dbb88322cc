/** A text within double quotes of sh, none of it expanded. */
export function inDouble(text: string): string {
  return text.replaceAll(/[\\"$`]/g, "\\$&");
}

/** The patterns of one branch of `case`. */
export function patterns(words: readonly string[]): string {
  return words.join(" | ");
}

/** Names of commands as one branch of `case`, in lines that people can read. */
export function wrapped(names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const name of names) {
    if (line.length + name.length > 105) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? name : ` | ${name}`;
  }
  return [...lines, line].map((text, index) => {
    const more = index < lines.length ? " | \\" : "";
    return `${index === 0 ? "" : "\t"}${text}${more}`;
  });
}
