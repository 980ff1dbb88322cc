import type { ShelfSettings } from "../shelf/settings.ts";

/** Hooks of the host's that do not run in a branch's sandbox: who relies on them should know. */
export function hookNotes({ repository }: ShelfSettings): readonly string[] {
  const { hooks, danglingHooks } = repository;
  if (hooks.at === "refused") {
    return [
      `None of the host's hooks runs in this branch: "${hooks.path}" is not mounted, since ${hooks.reason}`,
    ];
  }
  if (danglingHooks.length === 0) return [];
  const names = danglingHooks.map((name) => `"${name}"`).join(", ");
  return [`Hooks that are links to elsewhere do not run in this branch: ${names}`];
}
