import { dynamicArray, dynamicText, specialText } from "./dynamic-value.ts";
import { ReportedFailure } from "../shell-failure.ts";
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
  return one(
    shell.variables.text(name) ?? dynamicText(shell, name) ?? dynamicArray(shell, name)?.[0],
  );
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
  if (isBefore(shell, name, key)) {
    const error = new ReportedFailure(`${name}: bad array subscript`);
    if (shell.isOn("errexit")) throw error;
    shell.complain(error.message);
    return UNSET;
  }
  const variable = shell.variables.find(name);
  if (isArray(variable?.value)) return one(variable.value.get(key));
  return key === 0 || key === "0" ? one(scalarOf(variable)) : UNSET;
}

/** Whether an index counts from the end to before the first element; what is no array has no end. */
export function isBefore(shell: Shell, name: string, key: number | string): boolean {
  if (typeof key !== "number" || key >= 0 || dynamicArray(shell, name) !== undefined) return false;
  const array = arrayOf(shell, name);
  return array === undefined || array.next + key < 0;
}

/** Whether there is such a variable at all, whatever its elements. */
export function isThere(shell: Shell, name: string): boolean {
  const array = arrayOf(shell, name);
  return array === undefined ? elementsOf(shell, name).length > 0 : !array.isUnset;
}
