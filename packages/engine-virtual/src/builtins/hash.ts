import { findOnPath } from "../shell/run/find-on-path.ts";
import { type Builtin, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

/** Nothing is remembered: every command is looked for anew. */
export const hash: Builtin = {
  name: "hash",
  description: "Look for commands; nothing is remembered",
  usage: "hash [-r] [-t] [NAME]...",
  run(call) {
    const { shell } = call;
    const { letters, rest } = readOptions(call.args, "rtd");
    if (rest.length === 0 && !letters.has("r")) shell.stdout.write("hash: hash table empty\n");
    let status = 0;
    for (const name of rest) {
      const path =
        shell.world.find(name) === undefined ? findOnPath(shell, name) : `/usr/bin/${name}`;
      if (path === undefined) status = refuse(call, `${name}: not found`);
      else if (letters.has("t")) shell.stdout.write(`${path}\n`);
    }
    return status;
  },
};
