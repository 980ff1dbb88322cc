import { didYouMean } from "../did-you-mean.ts";
import type { Parsed } from "../schema/refusal.ts";
import { GROUPS, PRESETS, type PresetName } from "./presets.ts";

/** `@name` puts presets on, `!@name` takes them away. */
export interface PresetToggle {
  readonly isOn: boolean;
  readonly presets: readonly PresetName[];
}

const MEMBERS = new Map<string, readonly PresetName[]>([
  ...(Object.keys(PRESETS) as PresetName[]).map((name) => [name, [name]] as const),
  ...Object.entries(GROUPS),
]);

export function parsePresetToggle(text: string): Parsed<PresetToggle> {
  const isOn = !text.startsWith("!");
  const name = isOn ? text : text.slice(1);
  const presets = MEMBERS.get(name);
  if (presets !== undefined) return { value: { isOn, presets } };
  const names = [...MEMBERS.keys()];
  const near = didYouMean(name, names);
  return {
    refused: `${JSON.stringify(text)} is no preset`,
    hint: near === undefined ? `The presets are ${names.join(", ")}` : `Did you mean "${near}"?`,
  };
}
