import type { Shell } from "./shell.ts";

/** What a subshell keeps: `set -E` hands ERR on, and `set -T` RETURN and DEBUG; what is ignored stays so. */
export function inheritedTraps(shell: Shell): Shell["traps"] {
  const { traps } = shell;
  if (traps.size === 0) return traps;
  const keepsError = shell.isOn("errtrace");
  const keepsOthers = shell.isOn("functrace");
  const kept = [...traps].filter(([name, action]) => {
    if (name === "ERR") return keepsError;
    if (name === "RETURN" || name === "DEBUG") return keepsOthers;
    return name !== "EXIT" && action === "";
  });
  return new Map(kept);
}
