import { unreadable } from "./agent-file.ts";

/**
 * A list of tools: one after the other, or in one text with commas between them, of which those in
 * parentheses are part of a rule. Undefined where the key is absent or has no value.
 */
export function toolList(
  keys: Readonly<Record<string, unknown>>,
  key: string,
  file: string,
): readonly string[] | undefined {
  const value = keys[key] ?? undefined;
  if (value === undefined) return undefined;
  const hint = `Write "${key}: Read, Grep" or "${key}: [Read, Grep]"`;
  if (typeof value === "string") return splitRules(value);
  if (!Array.isArray(value)) throw unreadable(file, `"${key}" is not a list of tools`, hint);
  const items: readonly unknown[] = value;
  return items.map((item) => {
    if (typeof item === "string" && item.trim() !== "") return item.trim();
    throw unreadable(file, `"${key}" has ${JSON.stringify(item)}, which is no tool`, hint);
  });
}

function splitRules(text: string): readonly string[] {
  const rules = text.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? [];
  return rules.map((rule) => rule.trim()).filter((rule) => rule !== "");
}
