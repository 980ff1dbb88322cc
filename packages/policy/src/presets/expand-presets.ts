import type { PolicyLayer } from "../parse-policy.ts";
import { every, last, sectionKey } from "../resolve/gather.ts";
import type { ResolveContext } from "../resolve/resolve-context.ts";
import { sourceOf, type Sourced } from "../source.ts";
import { parsePresetToggle } from "./preset-toggle.ts";
import {
  BRANCH,
  DEFAULT_PRESET,
  OF_THE_HOME,
  PRESETS,
  type Preset,
  type PresetName,
  TEMP,
} from "./presets.ts";

const TOGGLES = sectionKey("filesystem", "presets");
const BASE = sectionKey("filesystem", "base");

/** The presets that all layers leave on, each as a layer with its name for a key. */
export function expandPresets(
  layers: readonly PolicyLayer[],
  context: ResolveContext,
): readonly PolicyLayer[] {
  const on = new Set<PresetName>();
  const isHostShown = (last(layers, BASE)?.value ?? "host") === "host";
  const written = every(layers, TOGGLES).map(({ value }) => value);
  for (const text of [DEFAULT_PRESET[context.engine], ...written]) toggle(on, text);
  return [...on]
    .filter((name) => context.engine === "bwrap" || !OF_THE_HOME.has(name))
    .sort()
    .map((name) => ({
      source: { layer: "presets", section: name },
      policy: { filesystem: filled(PRESETS[name], { ...context, isHostShown }) },
    }));
}

/**
 * What the presets that a layer itself puts on say of a level. Those of the home are left out: they name
 * what is around a workspace.
 */
export function ownPresetPaths(
  layer: PolicyLayer,
  level: "ro" | "exclude",
): readonly Sourced<string>[] {
  const on = new Set<PresetName>();
  for (const { value } of every([layer], TOGGLES)) toggle(on, value);
  const own = [...on].filter((name) => !OF_THE_HOME.has(name));
  return own.flatMap((name) => {
    const preset: Preset = PRESETS[name];
    const source = sourceOf({ layer: "presets", section: name }, ["filesystem", level]);
    return (preset[level] ?? []).map((value) => ({ value, source }));
  });
}

function toggle(on: Set<PresetName>, text: string): void {
  const parsed = parsePresetToggle(text);
  if ("refused" in parsed) throw new TypeError(`Cannot expand: ${parsed.refused}`);
  for (const preset of parsed.value.presets) {
    if (parsed.value.isOn) on.add(preset);
    else on.delete(preset);
  }
}

function filled(
  preset: Preset,
  { temp, branch, isHostShown }: ResolveContext & { readonly isHostShown: boolean },
): NonNullable<PolicyLayer["policy"]["filesystem"]> {
  const fill = (paths: readonly string[] = []) =>
    paths
      .filter((path) => branch !== undefined || !path.includes(BRANCH))
      // A home that is not shown by itself is not made so by being read-only.
      .filter((path) => isHostShown || path !== "~")
      .map((path) => path.replace(TEMP, () => temp).replace(BRANCH, () => branch ?? ""));
  return { ro: fill(preset.ro), rw: fill(preset.rw), exclude: fill(preset.exclude) };
}
