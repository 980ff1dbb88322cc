import { BUILTINS } from "../../packages/engine-virtual/src/builtins/index.ts";
import { REFUSED_BUILTINS } from "../../packages/engine-virtual/src/builtins/refused.ts";
import { FILE_COMMANDS } from "../../packages/engine-virtual/src/commands/index.ts";

type Row = readonly [name: string, what: string, usage: string];

export function commandRows(): readonly Row[] {
  const rows = FILE_COMMANDS.map(({ aliases = [], description, name, usage }) =>
    rowOf([name, ...aliases], description, usage),
  );
  return sorted(rows);
}

export function builtinRows(): readonly Row[] {
  const rows = BUILTINS.filter(({ name }) => !Object.hasOwn(REFUSED_BUILTINS, name)).map(
    ({ description, name, usage }) => rowOf([name], description, usage),
  );
  return sorted(rows);
}

function rowOf(names: readonly string[], description: string, usage: string): Row {
  const [name = ""] = names;
  const whole = usage === name || usage.startsWith(`${name} `) ? usage : `${name} ${usage}`.trim();
  const ways = whole.split(/\n\s*(?:or:\s*)?/).map((way) => `\`${way}\``);
  return [names.map((one) => `\`${one}\``).join(", "), description, ways.join(" or ")];
}

function sorted(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
