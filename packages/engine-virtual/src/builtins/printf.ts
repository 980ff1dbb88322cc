import { timeZone } from "../commands/dates/time-zone.ts";
import { assignNamed } from "../shell/run/assign.ts";
import { usageLine } from "../shell/print/usage-lines.ts";
import type { Shell } from "../shell/shell.ts";
import type { Builtin } from "./builtin.ts";
import { type Formatted, formatText } from "./format-text.ts";
import { readOptions } from "./read-options.ts";

export const printf: Builtin = {
  name: "printf",
  description: "Write words as a format says",
  usage: "printf [-v NAME] FORMAT [ARG]...",
  run(call) {
    const { shell } = call;
    const { letters, rest } = readOptions(call.args, "v:");
    const target = letters.get("v");
    const [format, ...args] = rest;
    if (format === undefined) {
      shell.stderr.write(usageLine("printf"));
      return 2;
    }
    const formatted = formatText(format, args, {
      now: shell.world.now(),
      zone: () => timeZone(shell.variables.exported().get("TZ")),
    });
    if (target === undefined) show(shell, formatted);
    else {
      for (const { words } of formatted.complaints) shell.complain(`printf: ${words}`);
      store(shell, target, formatted.text);
    }
    return formatted.complaints.some(({ isError }) => isError) ? 1 : 0;
  },
};

/** Whole lines are out before what is wrong with the next one is said. */
function show(shell: Shell, { complaints, text }: Formatted): void {
  let shown = 0;
  for (const { at, words } of complaints) {
    const end = text.lastIndexOf("\n", at - 1) + 1;
    if (end > shown) shell.stdout.write(text.slice(shown, end));
    shown = Math.max(shown, end);
    shell.complain(`printf: ${words}`);
  }
  if (shown < text.length || text === "") shell.stdout.write(text.slice(shown));
}

function store(shell: Shell, target: string, text: string): void {
  const [, name = target, index] = /^(\w+)\[([^]*)\]$/.exec(target) ?? [];
  assignNamed(shell, { name: shell.variables.resolve(name), index, text });
}
