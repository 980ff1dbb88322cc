import type { Running } from "../../commands/command.ts";
import { expandText } from "../expand/expand-word.ts";
import { quotePlainly } from "../expand/quote-text.ts";
import type { Shell } from "../shell.ts";
import { readScript } from "./parse-cache.ts";

/** One line of `set -x`, behind PS4, whose first character stands once for each level of substitutions. */
export function* trace(shell: Shell, text: string): Running<void> {
  const prompt = shell.variables.text("PS4") ?? "+ ";
  const shown = /[$`]/.test(prompt) ? yield* expandPrompt(shell, prompt) : prompt;
  const [first = ""] = shown;
  shell.stderr.write(`${first.repeat(shell.substitutions)}${shown}${text}\n`);
}

/** A command's words. */
export function* traceWords(shell: Shell, words: readonly string[]): Running<void> {
  yield* trace(shell, words.map(quotePlainly).join(" "));
}

function* expandPrompt(shell: Shell, prompt: string): Running<string> {
  const { statements } = readScript(`"${prompt.replaceAll('"', String.raw`\"`)}"`);
  const command = statements[0]?.links[0]?.pipeline.commands[0];
  const word = command?.type === "simple" ? command.words[0] : undefined;
  if (word?.type !== "word") return prompt;
  const { options } = shell;
  shell.switch("xtrace", false);
  try {
    return yield* expandText(shell, word);
  } finally {
    shell.options = options;
  }
}
