import type { Outcome } from "./bash-batch.ts";

/** Output, messages and files, as one text that two shells have in common where they answer alike. */
export function told({ stderr, stdout, tree }: Outcome): string {
  const files = Object.entries(tree).map(
    ([name, content]) => `${name}:${withoutNow(contentOf(name, content))}`,
  );
  return JSON.stringify([withoutNow(stdout), messagesIn(stderr), files.sort()]);
}

/** A pipe is of the moment in which it is looked at, and so is what has just been written. */
function withoutNow(text: string): string {
  return text.replace(/\b[-\d]{10} [:\d]{8}\.(?!0{9})\d{9} /g, "");
}

/** Bash counts the lines of compound commands from their end, or from their beginning. */
export function messagesIn(stderr: string): string {
  return stderr.replace(/\bline \d+: /g, "");
}

/** When it was made is in an archive, and how well it was packed. */
function contentOf(name: string, content: string): string {
  return /\.(?:gz|tgz|tar)$/.test(name) ? "" : content.replace(/\bline \d+: /g, "");
}
