import type { Builtin } from "./builtin.ts";

export const yes: Builtin = {
  name: "true",
  description: "Succeed",
  usage: "true",
  run: () => 0,
};

export const colon: Builtin = { ...yes, name: ":", description: "Do nothing", usage: ":" };

export const no: Builtin = {
  name: "false",
  description: "Fail",
  usage: "false",
  run: () => 1,
};

export const clear: Builtin = {
  name: "clear",
  description: "Clear the terminal's screen",
  usage: "clear",
  run({ shell }) {
    shell.stdout.write("\x1b[H\x1b[2J\x1b[3J");
    return 0;
  },
};
