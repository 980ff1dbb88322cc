import type { Running } from "../../commands/command.ts";
import { quotePlainly } from "../expand/quote-text.ts";
import type { Shell } from "../shell.ts";
import { expandPrompt } from "./expand-prompt.ts";

/** One line of `set -x`, behind PS4, whose first character stands once for each level of substitutions. */
export function* trace(shell: Shell, text: string): Running<void> {
  const prompt = shell.variables.text("PS4") ?? "+ ";
  const shown = /[$`\\]/.test(prompt) ? yield* expandPrompt(shell, prompt) : prompt;
  const [first = ""] = shown;
  shell.stderr.write(`${first.repeat(shell.substitutions)}${shown}${text}\n`);
}

/** A command's words. */
export function* traceWords(shell: Shell, words: readonly string[]): Running<void> {
  yield* trace(shell, words.map(quotePlainly).join(" "));
}
