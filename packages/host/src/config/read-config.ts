import { SandboxError } from "@agent-sandbox/core";
import type { ConfigFile, ReadConfig } from "./config-file.ts";
import { formatOf } from "./config-format.ts";
import { readText } from "./read-text.ts";

/**
 * A config file's values, unchecked; undefined where there is no file. Fails with CONFIG_INVALID,
 * with file, line and column where it has them.
 */
export async function readConfig(
  file: string,
  { links }: { readonly links: "follow" | "refuse" },
): Promise<ReadConfig | undefined> {
  // Before it is read: the name of a file that is no config is told even if it is not there.
  formatOf(file);
  const text = readText(file, { links });
  return text === undefined ? undefined : { ...(await parseConfig(text, file)), text };
}

/** The values of a config file's text; `file` says by its name which format it is. Fails likewise. */
export async function parseConfig(text: string, file: string): Promise<ConfigFile> {
  const parse = await formatOf(file).loadParser();
  try {
    return parse(text, file);
  } catch (error) {
    // Both parsers recurse, and YAML's aliases run into their limit by a ReferenceError.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    throw new SandboxError("CONFIG_INVALID", `Cannot read "${file}": it is nested too deeply`, {
      cause: error,
    });
  }
}
