import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { enter } from "./cd.ts";

/** The working directory and what was put aside, the newest first. */
function stackOf(shell: Shell): readonly string[] {
  return [shell.cwd, ...shell.directories];
}

function shown(shell: Shell, path: string): string {
  const home = shell.variables.text("HOME");
  const isBelow =
    home !== undefined && home !== "" && (path === home || path.startsWith(`${home}/`));
  return isBelow ? `~${path.slice(home.length)}` : path;
}

interface Place {
  /** In the stack; undefined where it has no such entry. */
  readonly index: number | undefined;
}

/** `+1`, `-0`; undefined for anything else. */
function placeOf(shell: Shell, arg: string | undefined): Place | undefined {
  const [, side, digits] = /^([-+])(\d+)$/.exec(arg ?? "") ?? [];
  if (digits === undefined) return undefined;
  const { length } = stackOf(shell);
  const index = side === "+" ? Number(digits) : length - 1 - Number(digits);
  return { index: index >= 0 && index < length ? index : undefined };
}

interface DirectoryWish {
  readonly letters: ReadonlySet<string>;
  readonly operand: string | undefined;
}

function wishOf({ args }: BuiltinCall): DirectoryWish {
  const letters = new Set<string>();
  let at = 0;
  for (; at < args.length && /^-[a-z]+$/.test(args[at] ?? ""); at += 1) {
    for (const letter of (args[at] ?? "").slice(1)) letters.add(letter);
  }
  return { letters, operand: args[args[at] === "--" ? at + 1 : at] };
}

export const dirs: Builtin = {
  name: "dirs",
  description: "Show the directories that pushd has put aside",
  usage: "dirs [-clpv] [+N] [-N]",
  run(call) {
    const { shell } = call;
    const { letters, operand } = wishOf(call);
    if (letters.has("c")) {
      shell.directories = [];
      return 0;
    }
    const names = stackOf(shell).map((path) => (letters.has("l") ? path : shown(shell, path)));
    if (operand !== undefined) return showOne(call, operand, names);
    const lines = letters.has("v")
      ? names.map((name, at) => `${at.toString().padStart(2)}  ${name}`)
      : names;
    shell.stdout.write(`${lines.join(letters.has("v") || letters.has("p") ? "\n" : " ")}\n`);
    return 0;
  },
};

function showOne(call: BuiltinCall, operand: string, names: readonly string[]): number {
  const place = placeOf(call.shell, operand);
  if (place === undefined) return refuse(call, `${operand}: invalid number`);
  const name = place.index === undefined ? undefined : names[place.index];
  if (name === undefined) return refuse(call, `${operand}: directory stack index out of range`);
  call.shell.stdout.write(`${name}\n`);
  return 0;
}

function showStack(shell: Shell): number {
  const names = stackOf(shell).map((path) => shown(shell, path));
  shell.stdout.write(`${names.join(" ")}\n`);
  return 0;
}

/** Goes to the first of a new stack, and keeps the others. */
function goTo(call: BuiltinCall, stack: readonly string[], asked: string): number {
  const [first = "/", ...others] = stack;
  const status = enter(call, first, {
    physical: call.shell.isOn("physical"),
    shown: asked,
    isLoud: false,
  });
  if (status !== 0) return status;
  call.shell.directories = others;
  return showStack(call.shell);
}

export const pushd: Builtin = {
  name: "pushd",
  description: "Put the directory aside and go to another one",
  usage: "pushd [-n] [+N | -N | DIR]",
  run(call) {
    const { shell } = call;
    const { letters, operand } = wishOf(call);
    const stack = stackOf(shell);
    const place = placeOf(shell, operand);
    if (operand === undefined) {
      const [first = "", second, ...others] = stack;
      if (second === undefined) return refuse(call, "no other directory");
      return goTo(call, [second, first, ...others], second);
    }
    if (place !== undefined) return rotate(call, place, operand);
    if (!letters.has("n")) return goTo(call, [operand || shell.cwd, ...stack], operand);
    shell.directories = [operand, ...shell.directories];
    return showStack(shell);
  },
};

function rotate(call: BuiltinCall, { index }: Place, operand: string): number {
  const stack = stackOf(call.shell);
  if (index === undefined) return refuse(call, `${operand}: directory stack index out of range`);
  return goTo(call, [...stack.slice(index), ...stack.slice(0, index)], operand);
}

export const popd: Builtin = {
  name: "popd",
  description: "Go back to the directory that was put aside last",
  usage: "popd [-n] [+N | -N]",
  run(call) {
    const { shell } = call;
    const { letters, operand } = wishOf(call);
    if (shell.directories.length === 0) return refuse(call, "directory stack empty");
    const place = placeOf(shell, operand);
    if (operand !== undefined && place === undefined) {
      return refuse(call, `${operand}: invalid argument`, 2);
    }
    const index = place === undefined ? Number(letters.has("n")) : place.index;
    if (index === undefined)
      return refuse(call, `${operand ?? ""}: directory stack index out of range`);
    const stack = stackOf(shell).filter((_, at) => at !== index);
    if (index === 0) return goTo(call, stack, stack[0] ?? "");
    shell.directories = stack.slice(1);
    return showStack(shell);
  },
};
