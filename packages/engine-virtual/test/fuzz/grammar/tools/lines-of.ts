import { readFileSync } from "node:fs";

type Texts = readonly string[];

/** The lines of one command: its name, and for each place behind it what may stand there. */
export interface Form {
  readonly name: string;
  readonly slots: readonly Texts[];
}

/**
 * The forms that a file beside this one lists: a block for each, which begins with the name of its command and
 * has a line for each slot, `a ¦ b ¦`, where nothing is an alternative, too; a deeper line goes on with the one
 * above it. A block that begins with `@name` has one slot, for others to name.
 */
export function formsIn(file: string): readonly Form[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const blocks = text
    .replaceAll(/\n {4}/g, " ")
    .trim()
    .split("\n\n");
  const sets = new Map<string, Texts>();
  const forms: Form[] = [];
  for (const block of blocks) {
    const [name = "", ...lines] = block.split("\n");
    const slots = lines.map((line) => sets.get(line.trim()) ?? textsIn(line));
    if (name.startsWith("@")) sets.set(name, slots.flat());
    else forms.push({ name, slots });
  }
  return forms;
}

function textsIn(line: string): Texts {
  if (line.trim().startsWith("@")) throw new TypeError(`no set is called ${line.trim()}`);
  return line.split("¦").map((text) => text.trim());
}
