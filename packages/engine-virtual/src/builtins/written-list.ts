import { type Assignment, type Script, ShellSyntaxError } from "@agent-sandbox/shell-syntax";

import { readScript } from "../shell/run/parse-cache.ts";
import { ShellFailure } from "../shell/shell-failure.ts";

/** The list that a text in parentheses is where an array is declared: `declare -a 'v=(a b)'`. */
export function writtenList(name: string, text: string, append: boolean): Assignment | undefined {
  if (!text.startsWith("(") || !text.endsWith(")")) return undefined;
  const assignment = assignmentIn(scriptOf(`${name}${append ? "+" : ""}=${text}`));
  return assignment !== undefined && !("type" in assignment.value) ? assignment : undefined;
}

function scriptOf(text: string): Script {
  try {
    return readScript(text);
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    throw new ShellFailure(error.message.replace("Cannot read the script", "syntax error"));
  }
}

function assignmentIn({ statements }: Script): Assignment | undefined {
  const [only, second] = statements;
  const command = only?.links[0]?.pipeline.commands[0];
  return second === undefined && command?.type === "simple" ? command.assignments[0] : undefined;
}
