import { extname } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import type { ConfigFile } from "./config-file.ts";
import { parseJsonc } from "./parse-jsonc.ts";
import { readText } from "./read-text.ts";

/** The endings of config files, each with its parser; YAML's is loaded when it is needed. */
const PARSERS: Readonly<Record<string, () => Promise<(text: string, file: string) => ConfigFile>>> =
  {
    ".json": () => Promise.resolve(parseJsonc),
    ".jsonc": () => Promise.resolve(parseJsonc),
    ".yaml": async () => (await import("./parse-yaml.ts")).parseYaml,
    ".yml": async () => (await import("./parse-yaml.ts")).parseYaml,
  };

/**
 * A config file's values, unchecked; undefined where there is no file. Fails with CONFIG_INVALID,
 * with file, line and column where it has them.
 */
export async function readConfig(
  file: string,
  { links }: { readonly links: "follow" | "refuse" },
): Promise<ConfigFile | undefined> {
  const loadParser = PARSERS[extname(file).toLowerCase()];
  if (loadParser === undefined) {
    throw new SandboxError(
      "CONFIG_INVALID",
      `Cannot read "${file}": its name says no known format`,
      {
        hint: `Use a name that ends in ${Object.keys(PARSERS).join(", ")}`,
      },
    );
  }
  const text = readText(file, { links });
  if (text === undefined) return undefined;
  const parse = await loadParser();
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
