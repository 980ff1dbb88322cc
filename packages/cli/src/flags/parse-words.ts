import { parseArgs } from "node:util";

import { SandboxError } from "@agent-sandbox/core";
import { didYouMean } from "@agent-sandbox/policy";

import type { Flags } from "./flag.ts";

/** What every command that is parsed here has besides its own. */
const COMMON = { json: { type: "boolean" } } as const;

interface Config<Own extends Flags> {
  readonly args: string[];
  readonly options: typeof COMMON & Own;
  readonly allowPositionals: true;
  readonly allowNegative: true;
}

type Read<Own extends Flags> = ReturnType<typeof parseArgs<Config<Own>>>;

/**
 * The words of `agent-sandbox <command> …` as flags and others, without oclif, which takes longer to
 * load than a command in a sandbox that runs. Fails with USAGE.
 */
export function parseWords<const Own extends Flags>(
  { command, words }: { readonly command: string; readonly words: readonly string[] },
  flags: Own,
): Read<Own> {
  const options = { ...COMMON, ...flags };
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, allowNegative: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const [sentence = message] = message.split(/\. |\n/);
    const word = /'--([^'=\s]+)/.exec(sentence)?.[1];
    const isOurs = word !== undefined && Object.hasOwn(options, word);
    const near = word === undefined || isOurs ? undefined : didYouMean(word, Object.keys(options));
    throw new SandboxError("USAGE", `Cannot ${command}: ${sentence}`, {
      hint: near === undefined ? "See more help with --help" : `Did you mean "--${near}"?`,
      cause,
    });
  }
}
