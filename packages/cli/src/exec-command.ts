import { resolve } from "node:path";

import { SandboxError } from "@agent-sandbox/core";

import type { Surroundings } from "./surroundings.ts";
import { execOnThisMachine } from "./bwrap/exec-on-this-machine.ts";
import { flagsLayer } from "./bwrap/flags-layer.ts";
import { parseExec } from "./bwrap/parse-exec.ts";

/**
 * `agent-sandbox exec …`, given what follows the word `exec`; leaves the command's status as the
 * process's, or asks for its help to be shown.
 */
export async function execCommand(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<"help" | undefined> {
  const parsed = parseExec(words);
  if (parsed.wantsHelp) return "help";
  const [program, ...rest] = parsed.argv;
  if (program === undefined) {
    throw new SandboxError("USAGE", "Cannot exec: no command is given", {
      hint: "Write it after the flags: agent-sandbox exec --ro vendor npm test",
    });
  }
  const { values } = parsed;
  const last = (name: "cwd" | "config") => values.get(name)?.at(-1);
  const isOn = (name: "dry-run" | "debug" | "trust") => values.get(name)?.at(-1) === "true";
  const request = {
    path: resolve(last("cwd") ?? "."),
    configFile: last("config"),
    flags: flagsLayer(parsed),
    argv: [program, ...rest] as const,
    trust: isOn("trust"),
    isDebug: isOn("debug"),
  };
  if (isOn("dry-run")) {
    const { describeExec } = await import("./bwrap/describe-exec.ts");
    process.stdout.write(`${await describeExec(request, surroundings)}\n`);
    return undefined;
  }
  const { status } = await execOnThisMachine(request, surroundings);
  process.exitCode = status;
  return undefined;
}
