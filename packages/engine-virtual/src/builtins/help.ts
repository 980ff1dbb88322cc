import type { Shell } from "../shell/shell.ts";
import { type Builtin, refuse } from "./builtin.ts";

export const help: Builtin = {
  name: "help",
  description: "List the commands, or show how one is used",
  usage: "help [COMMAND]...",
  run(call) {
    const { args, shell } = call;
    if (args.length === 0) {
      const names = shell.world.names();
      const width = Math.max(...names.map(({ length }) => length));
      for (const name of names) {
        shell.stdout.write(`${name.padEnd(width)}  ${aboutOf(shell, name)?.description ?? ""}\n`);
      }
      return 0;
    }
    let status = 0;
    for (const name of args) {
      const about = aboutOf(shell, name);
      if (about === undefined) status = refuse(call, `no help topics match \`${name}'`);
      else shell.stdout.write(`${name}: ${about.usage}\n    ${about.description}\n`);
    }
    return status;
  },
};

function aboutOf(shell: Shell, name: string): { usage: string; description: string } | undefined {
  const found = shell.world.find(name);
  if (found === undefined) return undefined;
  if (found.type === "builtin") {
    const { description, usage } = found.builtin;
    return { description, usage: usage.startsWith(name) ? usage : `${name} ${usage}` };
  }
  const { description, usage } = found.command;
  return { description, usage: usage.startsWith(name) ? usage : `${name} ${usage}`.trimEnd() };
}
