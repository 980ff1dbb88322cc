import { SandboxError } from "@agent-sandbox/core";

import { parseWords } from "./flags/parse-words.ts";
import type { Surroundings } from "./surroundings.ts";
import { openSession } from "./virtual/open-session.ts";
import { sandboxRequest } from "./virtual/sandbox-request.ts";
import { VIRTUAL_FLAGS } from "./virtual/virtual-flags.ts";

/**
 * `agent-sandbox virtual …`, given what follows the word `virtual`; leaves the command's status as the
 * process's.
 */
export async function virtualCommand(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<void> {
  const { values, positionals } = parseWords({ command: "open", words }, VIRTUAL_FLAGS);
  const [path = ".", ...others] = positionals;
  if (others.length > 0) {
    throw new SandboxError("USAGE", `Cannot open: "${others.join(" ")}" is too much`, {
      hint: "Write the command as one word: agent-sandbox virtual -c 'ls -l'",
    });
  }
  const request = sandboxRequest(path, values);
  const { command, json = false } = values;
  process.exitCode = await openSession({ ...request, command, json }, surroundings);
}
