import type { Random } from "../../random.ts";
import { type Form, formsIn } from "./lines-of.ts";
import { SETTINGS } from "./settings.ts";

const FORMS: ReadonlyMap<string, readonly Form[]> = Map.groupBy(
  ["text.txt", "programs.txt", "lists.txt", "files.txt"].flatMap(formsIn),
  ({ name }) => name,
);

/** One line of a tool that there is, each tool as often as any other, and the status behind it. */
function toolLine(random: Random, commands: ReadonlySet<string>): string {
  const names = [...FORMS.keys()].filter((name) => commands.has(name));
  const forms = FORMS.get(pickedOf(random, names)) ?? [];
  const { name, slots } = pickedOf(random, forms);
  const words = slots.map((texts) => pickedOf(random, texts));
  return `${[name, ...words].filter((word) => word !== "").join(" ")}\necho "s$?"`;
}

function pickedOf<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random.below(values.length)];
  if (value === undefined) throw new TypeError("there is nothing to pick from");
  return value;
}

/** A script of such lines, in a directory that has files of all sorts. */
export function toolScript(random: Random, commands: ReadonlySet<string>): string {
  const lines = random.times(4, 10, () => toolLine(random, commands));
  return `${SETTINGS}${lines.join("\n")}\n`;
}
