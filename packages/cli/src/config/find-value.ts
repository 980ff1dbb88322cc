import { valueAt } from "@agent-sandbox/core";
import { type ConfigPlace, parseConfig, placeIn, type ValuePath } from "@agent-sandbox/host";
import { keyPath } from "@agent-sandbox/policy";

/** A value as a file has it. */
export interface FoundValue {
  readonly value: unknown;
  readonly layer: ConfigPlace["layer"];
  readonly file: string;
  /** From 1. */
  readonly line: number | undefined;
}

/** The value of a key in the first of `places` that has it. Fails with CONFIG_INVALID. */
export async function findValue(
  places: readonly ConfigPlace[],
  path: ValuePath,
): Promise<FoundValue | undefined> {
  for (const { layer, file, text } of places) {
    if (text === undefined) continue;
    const { value: document, lines } = await parseConfig(text, file);
    const spelled = placeIn(document, file, path);
    const value = valueAt(document, spelled);
    if (value !== undefined) return { value, layer, file, line: lines.get(keyPath(spelled)) };
  }
  return undefined;
}
