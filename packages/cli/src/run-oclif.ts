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
  const firstWords = own.commandIDs.map((id) => id.split(":")[0] ?? id);
  const words = rewriteArgv(argv, new Set(firstWords), isDirectory);
  const config = isCommand(words, own) ? own : await loadConfig(root);
  checkCommand(words, config);
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

/** Whether a command line names a command: by one word, or by two as in `config get`. */
function isCommand([first = "", second]: readonly string[], config: Config): boolean {
  const ids = second === undefined ? [first] : [first, `${first}:${second}`];
  return ids.some((id) => config.findCommand(id) !== undefined);
}

/** Fails with USAGE, and the nearest name, for words that are neither a command nor a flag. */
function checkCommand(words: readonly string[], config: Config): void {
  const [first = "", second = "-"] = words;
  if (first.startsWith("-") || isCommand(words, config)) return;
  const isTopic = config.findTopic(first) !== undefined;
  // oclif lists the commands of a topic.
  if (isTopic && second.startsWith("-")) return;
  const meant = isTopic ? `${first} ${second}` : first;
  const names = config.commandIDs.map((id) => id.replaceAll(":", " "));
  const near = didYouMean(meant, names);
  throw new SandboxError("USAGE", `Cannot run "${meant}": there is no such command`, {
    hint: near === undefined ? "See them all with --help" : `Did you mean "${near}"?`,
  });
}

function isDirectory(word: string): boolean {
  return statSync(word, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
