import { statSync } from "node:fs";

import { Config, flush, run } from "@oclif/core";

import { reportFailure } from "./report-failure.ts";
import { rewriteArgv } from "./rewrite-argv.ts";

/** Runs the command line; `root` is the directory of the cli's package. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  const config = await Config.load({ root });
  const commands = new Set([...config.commandIDs, ...config.commands.flatMap(({ aliases }) => aliases)]);
  try {
    await run([...rewriteArgv(argv, commands, isDirectory)], config);
    await flush();
  } catch (error) {
    reportFailure(error);
  }
}

function isDirectory(word: string): boolean {
  return statSync(word, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
