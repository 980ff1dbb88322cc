import {
  isSetOption,
  SET_OPTIONS,
  type SetOption,
  WITHOUT_EFFECT,
} from "../shell/shell-options.ts";
import { ShellFailure, UsageFailure } from "../shell/shell-failure.ts";
import { isSet, SET_NAMES } from "../shell/set-options.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { listVariables } from "./list-variables.ts";

const BY_LETTER = new Map<string, SetOption>();
for (const [name, letter] of Object.entries(SET_OPTIONS)) {
  if (letter !== undefined && isSetOption(name)) BY_LETTER.set(letter, name);
}

/** They would mean something, and do not. */
const NOT_TO_SWITCH = new Set(["keyword", "onecmd", "posix"]);
const LETTERS_NOT_SUPPORTED = "kpt";
const LETTERS_WITHOUT_EFFECT = "hBHbm";

export const set: Builtin = {
  name: "set",
  description: "Switch options, set parameters, list variables",
  usage: "set [-aefhnuvxCP] [-o OPTION] [--] [ARG]...",
  run(call) {
    const { args, shell } = call;
    if (args.length === 0) return call.name === "set" ? listVariables(call) : 0;
    for (let at = 0; at < args.length; at += 1) {
      const arg = args[at] ?? "";
      if (arg === "--") return setParameters(shell, args.slice(at + 1));
      if (!/^[-+]./.test(arg)) return setParameters(shell, args.slice(at));
      const status = switchWord(call, arg, args[at + 1]);
      if (status !== 0) return status;
      if (arg.endsWith("o")) at += 1;
    }
    return 0;
  },
};

/** `-eu`, `-o errexit`, `-euo pipefail`. */
function switchWord(call: BuiltinCall, arg: string, next: string | undefined): number {
  const takesName = arg.endsWith("o");
  const status = switchLetters(call, takesName ? arg.slice(0, -1) : arg);
  if (status !== 0 || !takesName) return status;
  if (next === undefined) return listOptions(call.shell, arg.startsWith("-"));
  if (switchName(call.shell, next, arg.startsWith("-"))) return 0;
  return refuse(call, `${next}: invalid option name`, 2);
}

function switchLetters(call: BuiltinCall, arg: string): number {
  for (const letter of arg.slice(1)) {
    const name = BY_LETTER.get(letter);
    if (name !== undefined) call.shell.switch(name, arg.startsWith("-"));
    else if (LETTERS_NOT_SUPPORTED.includes(letter)) {
      if (arg.startsWith("-")) return refuse(call, `-${letter}: not supported`, 2);
    } else if (!LETTERS_WITHOUT_EFFECT.includes(letter))
      throw new UsageFailure(`${arg.charAt(0)}${letter}: invalid option`);
  }
  return 0;
}

export function switchName(shell: Shell, name: string, on: boolean): boolean {
  if (isSetOption(name)) shell.switch(name, on);
  if (NOT_TO_SWITCH.has(name) && on)
    throw new ShellFailure(`${name}: not supported`, { status: 2 });
  return isSetOption(name) || WITHOUT_EFFECT.has(name);
}

function setParameters(shell: Shell, args: readonly string[]): number {
  shell.parameters = { ...shell.parameters, args };
  return 0;
}

/** As `set -o` shows them, or as commands that set them again. */
function listOptions(shell: Shell, isTable: boolean): number {
  for (const name of SET_NAMES) {
    const isOn = isSet(shell, name) === true;
    const line = isTable
      ? `${name.padEnd(15)}\t${isOn ? "on" : "off"}`
      : `set ${isOn ? "-" : "+"}o ${name}`;
    shell.stdout.write(`${line}\n`);
  }
  return 0;
}
