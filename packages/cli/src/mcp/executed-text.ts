import type { Executed } from "./tool-engine.ts";

/** Characters of each stream: whoever reads it has room for no more. */
const MOST = 100_000;

/** What a command printed, and its status where that is not 0. */
export function executedText({ stdout, stderr, exitCode }: Executed): string {
  const parts = [
    shortened(stdout),
    ...(stderr === "" ? [] : [`[stderr]\n${shortened(stderr)}`]),
    ...(exitCode === 0 ? [] : [`[exit status ${exitCode}]\n`]),
  ];
  return parts
    .map((part, index) => (index > 0 ? onItsOwnLine(part, parts[index - 1]) : part))
    .join("");
}

function onItsOwnLine(part: string, before = ""): string {
  return before === "" || before.endsWith("\n") ? part : `\n${part}`;
}

function shortened(text: string): string {
  if (text.length <= MOST) return text;
  return `${text.slice(0, MOST)}\n[${text.length - MOST} more characters are left out]\n`;
}
