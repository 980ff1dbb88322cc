import type { Builtin } from "./builtin.ts";
import { lastOf, readOptions } from "./read-options.ts";

export const pwd: Builtin = {
  name: "pwd",
  description: "Print the working directory",
  usage: "pwd [-LP]",
  run({ args, name, shell }) {
    const { letters } = readOptions(args, "LP");
    const last = lastOf(letters, "LP");
    // As a program, GNU's follows links.
    const follows = last === undefined ? shell.isOn("physical") || name !== "pwd" : last === "P";
    shell.stdout.write(`${follows ? shell.world.files.realPath(shell.cwd) : shell.cwd}\n`);
    return 0;
  },
};
