import { isObject } from "@agent-sandbox/core";
import { type ResolvedPolicy, type Source, toKebab } from "@agent-sandbox/policy";

/** One value of a policy and where it was written. */
export interface PolicyRow {
  readonly key: string;
  readonly value: string;
  readonly source: Source;
}

/** Every value that holds, section by section, for people; what programs need to start is left out. */
export function policyRows(policy: ResolvedPolicy): readonly PolicyRow[] {
  const { filesystem, engineChoice, ...others } = policy;
  const rules = filesystem.rules.filter(({ origin }) => origin !== "system");
  return rowsOf({ ...others, engine: engineChoice, filesystem: { ...filesystem, rules } }, []);
}

function rowsOf(value: unknown, path: readonly string[]): readonly PolicyRow[] {
  if (Array.isArray(value)) return value.flatMap((item) => rowsOf(item, path));
  if (!isObject(value)) return [];
  const { source, ...rest } = value;
  if (isSource(source)) return [{ key: path.join("."), value: textOf(rest), source }];
  return Object.entries(value).flatMap(([key, inner]) => rowsOf(inner, [...path, toKebab(key)]));
}

function isSource(value: unknown): value is Source {
  return isObject(value) && "layer" in value && "key" in value;
}

/** A value, with what else there is to it: the name of a variable, the level of a path. */
function textOf({ value, ...rest }: Readonly<Record<string, unknown>>): string {
  const { name, level, path, rule } = rest;
  if (level !== undefined) return `${plain(level)} ${plain(path)}`;
  if (rule !== undefined) return `${plain(name)}: ${plain(rule)}`;
  return name === undefined ? plain(value) : `${plain(name)}=${plain(value)}`;
}

function plain(value: unknown): string {
  if (isObject(value) && typeof value["path"] === "string") return value["path"];
  return typeof value === "string" ? value : JSON.stringify(value);
}
