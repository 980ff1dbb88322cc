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
    const target = call.args[0] === "-v" ? call.args[1] : undefined;
    const from = call.args.slice(target === undefined ? 0 : 2);
    const [format, ...args] = from[0] === "--" ? from.slice(1) : from;
    if (format === undefined) {
      shell.stderr.write("printf: usage: printf [-v var] format [arguments]\n");
      return 2;
    }
    const formatted = formatText(format, args, {
      now: shell.world.now(),
      zone: () => timeZone(shell.variables.exported().get("TZ")),
    });
    if (target === undefined) write(shell, formatted);
    else store(shell, target, formatted);
    return formatted.complaints.length > 0 ? 1 : 0;
  },
};

function write(shell: Shell, { complaints, text }: Formatted): void {
  let from = 0;
  for (const { behind, message } of complaints) {
    if (behind > from) shell.stdout.write(text.slice(from, behind));
    from = behind;
    shell.complain(`printf: ${message}`);
  }
  shell.stdout.write(text.slice(from));
}

function store(shell: Shell, target: string, { complaints, text }: Formatted): void {
  for (const { message } of complaints) shell.complain(`printf: ${message}`);
  const [, name = target, index] = /^(\w+)\[([^]*)\]$/.exec(target) ?? [];
  assignNamed(shell, { name: shell.variables.resolve(name), index, text });
}
