import { timeZone } from "../commands/dates/time-zone.ts";
import { assignNamed } from "../shell/run/assign.ts";
import type { Shell } from "../shell/shell.ts";
import type { Builtin } from "./builtin.ts";
import { type Formatted, formatText } from "./format-text.ts";

export const printf: Builtin = {
  name: "printf",
  description: "Write words as a format says",
  usage: "printf [-v NAME] FORMAT [ARG]...",
  run(call) {
    const { shell } = call;
    if (call.args.length === 1 && call.args[0] === "-v") {
      shell.complain("printf: -v: option requires an argument");
      return showUsage(shell);
    }
    const target = call.args[0] === "-v" ? call.args[1] : undefined;
    const from = call.args.slice(target === undefined ? 0 : 2);
    const [format, ...args] = from[0] === "--" ? from.slice(1) : from;
    if (format === undefined) return showUsage(shell);
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

function showUsage(shell: Shell): number {
  shell.stderr.write("printf: usage: printf [-v var] format [arguments]\n");
  return 2;
}

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
