import type { Shell } from "../shell.ts";

/** Whether what `outer` runs is all that its process does: `inner` is that process then, as after `execve`. */
export function replaces(outer: Shell, inner: Shell): boolean {
  const { process } = outer;
  if (!outer.isImage || process?.shell !== outer) return false;
  process.shell = inner;
  inner.processId = process.pid;
  return true;
}
