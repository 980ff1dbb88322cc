import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { type ArrayValue } from "../variables/array-value.ts";
import { isArray, scalarOf } from "../variables/variable.ts";

/** What a parameter stands for: a text, none, or a list of `$@`, `$*`, `a[@]`, `a[*]`. */
export interface ParameterValue {
  readonly values: readonly string[];
  readonly list: "@" | "*" | undefined;
  readonly isSet: boolean;
}

const UNSET: ParameterValue = { values: [], list: undefined, isSet: false };

export function one(text: string | undefined): ParameterValue {
  return text === undefined ? UNSET : { values: [text], list: undefined, isSet: true };
}

export function listOf(values: readonly string[], list: "@" | "*"): ParameterValue {
  return { values, list, isSet: values.length > 0 };
}

export function parameterValue(shell: Shell, name: string): ParameterValue {
  if (name === "@" || name === "*") return listOf(shell.parameters.args, name);
  const special = specialText(shell, name);
  if (special !== undefined) return one(special);
  if (/^\d/.test(name)) return one(shell.parameters.args[Number(name) - 1]);
  return one(shell.variables.text(name) ?? dynamicText(shell, name));
}

/** Keys of the elements that an index picks: one, or all. */
export function arrayOf(shell: Shell, name: string): ArrayValue | undefined {
  const value = shell.variables.find(name)?.value;
  return isArray(value) ? value : undefined;
}

export function elementsOf(shell: Shell, name: string): readonly string[] {
  const dynamic = dynamicArray(shell, name);
  if (dynamic !== undefined) return dynamic;
  const variable = shell.variables.find(name);
  if (isArray(variable?.value)) return variable.value.values();
  const text = scalarOf(variable);
  return text === undefined ? [] : [text];
}

export function keysOf(shell: Shell, name: string): readonly string[] {
  const dynamic = dynamicArray(shell, name);
  if (dynamic !== undefined) return dynamic.map((_, index) => index.toString());
  const variable = shell.variables.find(name);
  if (isArray(variable?.value)) return variable.value.keys().map(String);
  return scalarOf(variable) === undefined ? [] : ["0"];
}

export function elementAt(shell: Shell, name: string, key: number | string): ParameterValue {
  const dynamic = dynamicArray(shell, name);
  if (dynamic !== undefined) return one(dynamic.at(Number(key)));
  const variable = shell.variables.find(name);
  if (!isArray(variable?.value)) {
    const isFirst = key === 0 || key === -1 || key === "0";
    return isFirst ? one(scalarOf(variable)) : UNSET;
  }
  if (typeof key === "number" && variable.value.next + key < 0) {
    throw new ShellFailure(`${name}: bad array subscript`);
  }
  return one(variable.value.get(key));
}

function specialText(shell: Shell, name: string): string | undefined {
  switch (name) {
    case "?":
      return shell.status.toString();
    case "#":
      return shell.parameters.args.length.toString();
    case "$":
      return "1";
    case "0":
      return shell.parameters.name;
    case "-":
      return flagsOf(shell);
    default:
      return undefined;
  }
}

function flagsOf(shell: Shell): string {
  const letters = [
    ...(shell.isOn("allexport") ? ["a"] : []),
    ...(shell.isOn("errexit") ? ["e"] : []),
    ...(shell.isOn("noglob") ? ["f"] : []),
    "h",
    ...(shell.isOn("nounset") ? ["u"] : []),
    ...(shell.isOn("xtrace") ? ["x"] : []),
    ...["B", "c"],
  ];
  return letters.join("");
}

function dynamicText(shell: Shell, name: string): string | undefined {
  switch (name) {
    case "RANDOM":
      return Math.floor(Math.random() * 32_768).toString();
    case "SRANDOM":
      return Math.floor(Math.random() * 4_294_967_296).toString();
    case "SECONDS":
      return Math.floor((shell.world.now() - shell.started) / 1000).toString();
    case "EPOCHSECONDS":
      return Math.floor(shell.world.now() / 1000).toString();
    case "EPOCHREALTIME":
      return (shell.world.now() / 1000).toFixed(6);
    case "LINENO":
      return shell.line.toString();
    default:
      return constantText(shell, name);
  }
}

function constantText(shell: Shell, name: string): string | undefined {
  switch (name) {
    case "IFS":
      return undefined;
    case "BASH_VERSION":
      return "5.2.15(1)-release";
    case "BASH":
      return "/bin/bash";
    case "BASHPID":
      return "1";
    case "PPID":
    case "UID":
    case "EUID":
      return "0";
    case "FUNCNAME":
      return shell.calls.at(-1);
    default:
      return undefined;
  }
}

function dynamicArray(shell: Shell, name: string): readonly string[] | undefined {
  if (name === "PIPESTATUS") return shell.pipeStatuses.map(String);
  if (name === "FUNCNAME") return shell.calls.toReversed();
  if (name === "BASH_VERSINFO") return ["5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"];
  return undefined;
}
