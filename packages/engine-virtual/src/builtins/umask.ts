import { type Builtin, refuse } from "./builtin.ts";

export const umask: Builtin = {
  name: "umask",
  description: "Show or set which permissions new files do not get",
  usage: "umask [MODE]",
  run(call) {
    const { args, shell } = call;
    const [mode] = args;
    if (mode === undefined) {
      shell.stdout.write(`${shell.umask.toString(8).padStart(4, "0")}\n`);
      return 0;
    }
    if (!/^[0-7]{1,4}$/.test(mode)) return refuse(call, `\`${mode}': not an octal mode`);
    shell.umask = Number.parseInt(mode, 8);
    return 0;
  },
};

/** There is nothing in the background to wait for. */
export const wait: Builtin = {
  name: "wait",
  description: "Wait for what runs in the background",
  usage: "wait",
  run: (call) =>
    call.args.length === 0
      ? 0
      : refuse(call, `${call.args[0] ?? ""}: not a child of this shell`, 127),
};
