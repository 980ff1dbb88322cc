import { assignNamed } from "../shell/run/assign.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, refuse } from "./builtin.ts";
import { formatText } from "./format-text.ts";

export const printf: Builtin = {
  name: "printf",
  description: "Write words as a format says",
  usage: "printf [-v NAME] FORMAT [ARG]...",
  run(call) {
    const { shell } = call;
    const target = call.args[0] === "-v" ? call.args[1] : undefined;
    const from = call.args.slice(target === undefined ? 0 : 2);
    const [format, ...args] = from[0] === "--" ? from.slice(1) : from;
    if (format === undefined) return refuse(call, "usage: printf [-v var] format [arguments]", 2);
    const { text, complaints } = formatText(format, args, shell.world.now());
    for (const complaint of complaints) shell.complain(`printf: ${complaint}`);
    if (target === undefined) shell.stdout.write(text);
    else store(shell, target, text);
    return complaints.length > 0 ? 1 : 0;
  },
};

function store(shell: Shell, target: string, text: string): void {
  const [, name = target, index] = /^(\w+)\[([^]*)\]$/.exec(target) ?? [];
  assignNamed(shell, { name: shell.variables.resolve(name), index, text });
}
