import { ArrayValue } from "../shell/variables/array-value.ts";
import { isArray, PLAIN, type Variable } from "../shell/variables/variable.ts";
import { flag, list, pair, type Read, record, refuse, text } from "./field.ts";

const WHAT = "its list of variables";

/** Attributes that a variable does not have are left out. */
export function storeVariable(variable: Variable): Readonly<Record<string, unknown>> {
  const { exported, integer, letters: given, readonly, reference, value } = variable;
  return {
    ...Object.fromEntries(
      Object.entries({ exported, integer, readonly, reference }).filter(([, isOn]) => isOn),
    ),
    ...(given !== undefined && { letters: given }),
    ...(isArray(value)
      ? { associative: value.associative, elements: [...value.entries()] }
      : { value }),
  };
}

const letters: Read<Variable["letters"]> = (value) =>
  value === undefined || value === "upper" || value === "lower" ? value : refuse(WHAT);

export const takeVariable: Read<Variable> = (stored) => {
  const given = record(stored, WHAT);
  const isSet = (name: string) => given[name] !== undefined && flag(given[name], WHAT);
  return {
    ...PLAIN,
    exported: isSet("exported"),
    readonly: isSet("readonly"),
    integer: isSet("integer"),
    reference: isSet("reference"),
    letters: letters(given["letters"], WHAT),
    value: valueOf(given),
  };
};

function valueOf(given: Readonly<Record<string, unknown>>): Variable["value"] {
  const { associative, elements, value } = given;
  if (elements === undefined) return value === undefined ? undefined : text(value, WHAT);
  const isNamed = flag(associative, WHAT);
  const key: Read<number | string> = isNamed ? text : index;
  return new ArrayValue(isNamed, list(pair(key, text))(elements, WHAT));
}

const index: Read<number> = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : refuse(WHAT);
