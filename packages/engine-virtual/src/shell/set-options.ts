import type { Shell } from "./shell.ts";
import { isSetOption, SET_OPTIONS, WITHOUT_EFFECT } from "./shell-options.ts";

const ALWAYS_ON = new Set(["braceexpand", "hashall", "interactive-comments"]);

/** Whether one of `set -o` is on; `undefined` where there is none of that name. */
export function isSet(shell: Shell, name: string): boolean | undefined {
  if (isSetOption(name)) return shell.isOn(name);
  return WITHOUT_EFFECT.has(name) ? ALWAYS_ON.has(name) : undefined;
}

export const SET_NAMES: readonly string[] = [...Object.keys(SET_OPTIONS), ...WITHOUT_EFFECT].sort();

/** `$SHELLOPTS` */
export function setNames(shell: Shell): string {
  return SET_NAMES.filter((name) => isSet(shell, name)).join(":");
}
