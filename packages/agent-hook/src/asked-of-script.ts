import { commandsOf, type ShellCommand, ShellSyntaxError } from "@agent-sandbox/shell-syntax";

import type { Asked, Surroundings } from "./asked.ts";
import { askedOfCommand, textOfCommand } from "./asked-of-command.ts";

/** What a shell script asks for, when the tool `tool` runs it. */
export function askedOfScript(
  script: string,
  tool: string,
  surroundings: Surroundings,
): readonly Asked[] {
  const commands = readCommands(script, surroundings);
  if ("operation" in commands) return [commands];
  return [
    ...commands.map((command) => ({
      operation: "tool" as const,
      tool,
      argument: textOfCommand(command),
    })),
    ...commands.flatMap((command) => askedOfCommand(command, surroundings)),
  ];
}

/** Bash runs the lines in front of one that it cannot read, so that such a script is refused. */
function readCommands(
  script: string,
  { variables }: Surroundings,
): readonly ShellCommand[] | Extract<Asked, { readonly operation: "unreadable" }> {
  try {
    return commandsOf(script, { variables });
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    return { operation: "unreadable", what: script, reason: error.message };
  }
}
