import { isObject, SandboxError, valueAt } from "@agent-sandbox/core";
import { keyPath, toCamel, toKebab } from "@agent-sandbox/policy";
import { formatOf } from "./config-format.ts";
import { parseConfig } from "./read-config.ts";
import { sectionIn } from "./section-file.ts";

/** Where a value is in a document: keys and list indices. */
export type ValuePath = readonly (string | number)[];

/** One change of a config file; "add" puts a value at the end of a list, which it makes if need be. */
export type ConfigEdit =
  | { readonly action: "set" | "add"; readonly path: ValuePath; readonly value: unknown }
  | { readonly action: "unset"; readonly path: ValuePath };

/**
 * Pure: the text with one value changed; comments, order and all other lines stay. The name of `file`
 * says which format it is, and whether the path starts at a section of it. Fails with CONFIG_INVALID
 * where the text cannot be parsed, and with USAGE where what is there does not take the change.
 */
export async function editConfig(text: string, file: string, edit: ConfigEdit): Promise<string> {
  const { value: document } = await parseConfig(text, file);
  const path = placeIn(document, file, edit.path);
  checkParents(document, path);
  const present = valueAt(document, path);
  const change = await formatOf(file).loadEditor();
  if (edit.action === "unset") return present === undefined ? text : change(text, path, undefined);
  if (edit.action === "set") return change(text, path, edit.value);
  if (present === undefined) return change(text, path, [edit.value]);
  if (Array.isArray(present)) return change(text, [...path, present.length], edit.value);
  throw new SandboxError("USAGE", `Cannot add to "${keyPath(path)}": it is not a list`, {
    hint: "Set it, without --add",
  });
}

/** The path from the top of a file's document, as the document spells it. */
export function placeIn(document: unknown, file: string, path: ValuePath): ValuePath {
  const section = sectionIn(file);
  if (section === undefined) return spelledAsIn(document, path);
  return [section, ...spelledAsIn(valueAt(document, [section]), path)];
}

/** The path as the document spells it; as files usually do, in kebab-case, where it is not there. */
function spelledAsIn(document: unknown, path: ValuePath): ValuePath {
  const spelled: (string | number)[] = [];
  for (const [depth, key] of path.entries()) {
    // Below a section and its keys are names that have one spelling, such as variables'.
    const spellings = typeof key === "number" || depth > 1 ? [key] : [toKebab(key), toCamel(key)];
    const there = spellings.find((each) => valueAt(document, [...spelled, each]) !== undefined);
    spelled.push(there ?? spellings[0] ?? key);
  }
  return spelled;
}

/** A key needs an object to be in, and a number needs a list. */
function checkParents(document: unknown, path: ValuePath): void {
  for (let depth = 0; depth < path.length; depth += 1) {
    const above = path.slice(0, depth);
    const value = valueAt(document, above);
    const fits = typeof path[depth] === "number" ? Array.isArray(value) : isObject(value);
    if (value === undefined || fits) continue;
    const what = Array.isArray(value) ? "a list" : isObject(value) ? "an object" : "a single value";
    const name = depth === 0 ? "the document" : `"${keyPath(above)}"`;
    throw new SandboxError("USAGE", `Cannot go to "${keyPath(path)}": ${name} is ${what}`, {
      hint: `See what is there: agent-sandbox config get ${keyPath(above)}`.trimEnd(),
    });
  }
}
