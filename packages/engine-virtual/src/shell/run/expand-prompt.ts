import type { Running } from "../../commands/command.ts";
import { expandText } from "../expand/expand-word.ts";
import { promptText } from "../expand/prompt-text.ts";
import type { Shell } from "../shell.ts";
import { readScript } from "./parse-cache.ts";

/** A prompt as it is shown: its backslashes first, then what it holds of parameters and substitutions. */
export function* expandPrompt(shell: Shell, prompt: string): Running<string> {
  const text = promptText(shell, prompt);
  if (!/[$`\\]/.test(text)) return text;
  const { statements } = readScript(quotedText(text));
  const command = statements[0]?.links[0]?.pipeline.commands[0];
  const word = command?.type === "simple" ? command.words[0] : undefined;
  if (word?.type !== "word") return text;
  const { options } = shell;
  shell.switch("xtrace", false);
  try {
    return yield* expandText(shell, word);
  } finally {
    shell.options = options;
  }
}

/** A backslash at the end is one. */
function quotedText(text: string): string {
  const [last = ""] = /\\*$/.exec(text) ?? [];
  const end = last.length % 2 === 1 ? "\\" : "";
  return `"${text.replaceAll('"', String.raw`\"`)}${end}"`;
}
