import type { Shell } from "../shell.ts";

/** What `~`, `~+`, `~-` and `~1` stand for; undefined for what bash leaves as it is. */
function expandTilde(shell: Shell, prefix: string): string | undefined {
  switch (prefix) {
    case "~":
      return shell.variables.text("HOME") ?? "/root";
    case "~+":
      return shell.variables.text("PWD");
    case "~-":
      return shell.variables.text("OLDPWD");
    case "~root":
      return "/root";
    default:
      return directoryAt(shell, prefix);
  }
}

/** `~1` and `~+1` count what `dirs` shows from the left, `~-1` from the right. */
function directoryAt({ cwd, directories }: Shell, prefix: string): string | undefined {
  const [, side, digits] = /^~([-+]?)(\d+)$/.exec(prefix) ?? [];
  if (digits === undefined) return undefined;
  return [cwd, ...directories].at(side === "-" ? -1 - Number(digits) : Number(digits));
}

/** A text that begins with `~`, in two: what the tilde stands for, and the rest. */
export function splitTilde(
  shell: Shell,
  text: string,
  at: { readonly isLast: boolean; readonly isAssignment: boolean },
): readonly [string, string] | undefined {
  const [prefix = ""] = (at.isAssignment ? /^~[^/:]*/ : /^~[^/]*/).exec(text) ?? [];
  if (prefix === "" || (prefix.length === text.length && !at.isLast)) return undefined;
  const value = expandTilde(shell, prefix);
  return value === undefined ? undefined : [value, text.slice(prefix.length)];
}
