import { type Script, ShellSyntaxError, type Word } from "@agent-sandbox/shell-syntax";

import { readScript } from "../run/parse-cache.ts";
import { ReportedFailure } from "../shell-failure.ts";

/** A word that was made as a text. */
export function readWord(text: string): Word {
  const [, word, ...others] = wordsIn(text);
  if (word?.type === "word" && others.length === 0) return word;
  throw new ReportedFailure(`bad substitution: no closing \`}' in ${text}`, { ends: "line" });
}

function wordsIn(text: string): ReturnType<typeof wordsOf> {
  try {
    return wordsOf(readScript(`: ${text}`));
  } catch (error) {
    if (error instanceof ShellSyntaxError) return [];
    throw error;
  }
}

function wordsOf({ statements: [statement, ...others] }: Script) {
  const command = statement?.links[0]?.pipeline.commands[0];
  return command?.type === "simple" && others.length === 0 ? command.words : [];
}
