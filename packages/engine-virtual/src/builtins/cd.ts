import { FileError } from "../files/errors.ts";
import type { Shell } from "../shell/shell.ts";
import { lastOf, readOptions } from "./read-options.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";

export const cd: Builtin = {
  name: "cd",
  description: "Change the working directory",
  usage: "cd [-L|-P] [DIR]",
  run(call) {
    const { letters, rest: args } = readOptions(call.args, "LPe");
    const last = lastOf(letters, "LP");
    const physical = last === undefined ? call.shell.isOn("physical") : last === "P";
    if (args.length > 1) return refuse(call, "too many arguments");
    return changeDirectory(call, args[0], physical);
  },
};

function changeDirectory(call: BuiltinCall, given: string | undefined, physical: boolean): number {
  const { variables } = call.shell;
  if (given === "-") {
    const old = variables.text("OLDPWD");
    if (old === undefined) return refuse(call, "OLDPWD not set");
    return enter(call, old, { physical, shown: old, isLoud: true });
  }
  const target = given ?? variables.text("HOME");
  if (target === undefined) return refuse(call, "HOME not set");
  if (target === "") return enter(call, ".", { physical, shown: target, isLoud: false });
  const found = throughPath(call.shell, target);
  return enter(call, found ?? target, { physical, shown: target, isLoud: found !== undefined });
}

/** CDPATH. */
function throughPath(shell: Shell, target: string): string | undefined {
  const path = shell.variables.text("CDPATH");
  if (path === undefined || path === "" || /^\.{0,2}(\/|$)/.test(target)) return undefined;
  return path
    .split(":")
    .filter((directory) => directory !== "" && directory !== ".")
    .map((directory) => `${directory}/${target}`)
    .find((one) => shell.world.files.exists(shell.resolve(one)));
}

interface Way {
  readonly physical: boolean;
  /** As it was asked for. */
  readonly shown: string;
  readonly isLoud: boolean;
}

/** Goes to a directory, with PWD and OLDPWD; what it complains of is shown as it was asked for. */
export function enter(call: BuiltinCall, path: string, { physical, shown, isLoud }: Way): number {
  const { shell } = call;
  const { files } = shell.world;
  try {
    const absolute = physical
      ? files.realPath(shell.resolve(path))
      : withoutDots(shell.resolve(path));
    if (files.stat(absolute).kind !== "directory") return refuse(call, `${shown}: Not a directory`);
    setDirectory(shell, absolute);
    if (isLoud) shell.stdout.write(`${absolute}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return refuse(call, `${shown}: ${error.message}`);
  }
}

function setDirectory(shell: Shell, absolute: string): void {
  shell.variables.set("OLDPWD", shell.cwd);
  shell.cwd = absolute;
  shell.variables.set("PWD", absolute);
}

/** The shell's own way: `..` takes the last name away, whatever link it is. */
function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}
