import { quoteIfNeeded } from "../shell/expand/quote-text.ts";
import {
  isSetOption,
  isShoptOption,
  SET_OPTIONS,
  type SetOption,
  SHOPT_OPTIONS,
} from "../shell/shell-options.ts";
import type { Shell } from "../shell/shell.ts";
import { isArray } from "../shell/variables/variable.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

const BY_LETTER = new Map<string, SetOption>();
for (const [name, letter] of Object.entries(SET_OPTIONS)) {
  if (letter !== undefined && isSetOption(name)) BY_LETTER.set(letter, name);
}

/** Options that change nothing here: there is no terminal, no history and no hash of commands. */
const WITHOUT_EFFECT = new Set([
  ...["braceexpand", "hashall", "interactive-comments", "monitor", "notify", "physical", "posix"],
  ...["errtrace", "functrace", "history", "histexpand", "emacs", "vi", "ignoreeof", "nolog"],
]);
const LETTERS_WITHOUT_EFFECT = "hBEHTbm";

export const set: Builtin = {
  name: "set",
  description: "Switch options, set parameters, list variables",
  usage: "set [-aefhnuxC] [-o OPTION] [--] [ARG]...",
  run(call) {
    const { args, shell } = call;
    if (args.length === 0) return listVariables(shell);
    for (let at = 0; at < args.length; at += 1) {
      const arg = args[at] ?? "";
      if (arg === "--") return setParameters(shell, args.slice(at + 1));
      if (!/^[-+]./.test(arg)) return setParameters(shell, args.slice(at));
      const takesName = arg.endsWith("o");
      const status = switchLetters(call, takesName ? arg.slice(0, -1) : arg);
      if (status !== 0) return status;
      if (!takesName) continue;
      const name = args[at + 1];
      if (name === undefined) return listOptions(shell);
      if (!switchName(shell, name, arg.startsWith("-"))) {
        return refuse(call, `${name}: invalid option name`, 2);
      }
      at += 1;
    }
    return 0;
  },
};

function switchLetters(call: BuiltinCall, arg: string): number {
  for (const letter of arg.slice(1)) {
    const name = BY_LETTER.get(letter);
    if (name !== undefined) call.shell.switch(name, arg.startsWith("-"));
    else if (!LETTERS_WITHOUT_EFFECT.includes(letter))
      return refuse(call, `-${letter}: invalid option`, 2);
  }
  return 0;
}

function switchName(shell: Shell, name: string, on: boolean): boolean {
  if (isSetOption(name)) shell.switch(name, on);
  return isSetOption(name) || WITHOUT_EFFECT.has(name);
}

function setParameters(shell: Shell, args: readonly string[]): number {
  shell.parameters = { ...shell.parameters, args };
  return 0;
}

function listVariables(shell: Shell): number {
  for (const name of shell.variables.names()) {
    const value = shell.variables.find(name)?.value;
    if (value === undefined || isArray(value)) continue;
    shell.stdout.write(`${name}=${quoteIfNeeded(value)}\n`);
  }
  return 0;
}

function listOptions(shell: Shell): number {
  for (const name of Object.keys(SET_OPTIONS)) {
    const isOn = isSetOption(name) && shell.isOn(name);
    shell.stdout.write(`${name.padEnd(15)}\t${isOn ? "on" : "off"}\n`);
  }
  return 0;
}

export const shopt: Builtin = {
  name: "shopt",
  description: "Switch options of the shell",
  usage: "shopt [-suq] [OPTION]...",
  run(call) {
    const { shell } = call;
    const { letters, rest } = readOptions(call.args, "suqpo");
    let status = 0;
    for (const name of rest.length > 0 ? rest : SHOPT_OPTIONS) {
      if (!isShoptOption(name)) return refuse(call, `${name}: invalid shell option name`);
      if (letters.has("s") || letters.has("u")) shell.switch(name, letters.has("s"));
      else if (!letters.has("q")) {
        shell.stdout.write(`${name.padEnd(15)}\t${shell.isOn(name) ? "on" : "off"}\n`);
      }
      if (rest.length > 0 && !letters.has("s") && !letters.has("u") && !shell.isOn(name))
        status = 1;
    }
    return status;
  },
};
