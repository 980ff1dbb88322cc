import { isProgramless } from "../shell/builtin-names.ts";
import { findOnPath } from "../shell/run/find-on-path.ts";
import { replaces } from "../shell/run/replaces.ts";
import type { Shell } from "../shell/shell.ts";
import type { Builtin } from "./builtin.ts";

export const nohup: Builtin = {
  name: "nohup",
  description: "Run a command that SIGHUP does not end",
  usage: "nohup COMMAND [ARG]...",
  *run({ args, shell }) {
    const [name, ...others] = args;
    if (name === undefined) {
      shell.stderr.write("nohup: missing operand\nTry 'nohup --help' for more information.\n");
      return 125;
    }
    if (!isThere(shell, name)) {
      shell.stderr.write(`nohup: failed to run command '${name}': No such file or directory\n`);
      return 127;
    }
    const inner = shell.subshell();
    inner.functions = new Map();
    inner.traps = new Map(inner.traps).set("SIGHUP", "");
    inner.isImage = replaces(shell, inner);
    return yield* inner.world.interpreter.argv(inner, [name, ...others]);
  },
};

function isThere(shell: Shell, name: string): boolean {
  if (name.includes("/")) return true;
  const isProgram = shell.world.find(name) !== undefined && !isProgramless(name);
  return isProgram || findOnPath(shell, name) !== undefined;
}
