import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { SandboxError } from "@agent-sandbox/core";
import { didYouMean } from "@agent-sandbox/policy";
import { Config } from "@oclif/core/config";
import type { PJSON } from "@oclif/core/interfaces";
import { run } from "@oclif/core/run";

import { rewriteArgv } from "./rewrite-argv.ts";

/** Runs a command line by oclif; `root` is the directory of the cli's package. */
export async function runOclif(argv: readonly string[], root: string): Promise<void> {
  // oclif asks the user database where it is not set, and fails for a user who is in none.
  process.env["SHELL"] ??= "/bin/sh";
  const own = await loadConfig(root, []);
  const words = rewriteArgv(argv, new Set(own.commandIDs), isDirectory);
  const isOwn = own.findCommand(words[0] ?? "") !== undefined;
  const config = isOwn ? own : await loadConfig(root);
  checkCommand(words[0] ?? "", config);
  await run([...words], config);
}

/** Our own commands need no plugin, and each costs some milliseconds at every start. */
async function loadConfig(root: string, plugins?: string[]): Promise<Config> {
  const file = readFileSync(join(root, "package.json"), "utf8");
  const pjson = JSON.parse(file) as PJSON;
  return await Config.load({
    root,
    devPlugins: false,
    userPlugins: false,
    pjson: { ...pjson, oclif: { ...pjson.oclif, ...(plugins && { plugins }) } },
  });
}

/** Fails with USAGE, and the nearest name, for a word that is neither a command nor a flag. */
function checkCommand(word: string, config: Config): void {
  if (word.startsWith("-") || config.findCommand(word) !== undefined) return;
  const near = didYouMean(word, config.commandIDs);
  throw new SandboxError("USAGE", `Cannot run "${word}": there is no such command`, {
    hint: near === undefined ? "See them all with --help" : `Did you mean "${near}"?`,
  });
}

function isDirectory(word: string): boolean {
  return statSync(word, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
