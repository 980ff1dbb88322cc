import { extname } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import type { ConfigFile } from "./config-file.ts";
import { parseJsonc } from "./parse-jsonc.ts";

/** How one format is read and changed; what few runs need is loaded when it is needed. */
export interface ConfigFormat {
  /** Fails with CONFIG_INVALID and the position at a syntax error. */
  readonly loadParser: () => Promise<(text: string, file: string) => ConfigFile>;
  /** The text with the value at a path set, or taken away where it is undefined. */
  readonly loadEditor: () => Promise<
    (text: string, path: readonly (string | number)[], value: unknown) => string
  >;
}

const JSONC: ConfigFormat = {
  loadParser: () => Promise.resolve(parseJsonc),
  loadEditor: async () => (await import("./edit-jsonc.ts")).editJsonc,
};
const YAML: ConfigFormat = {
  loadParser: async () => (await import("./parse-yaml.ts")).parseYaml,
  loadEditor: async () => (await import("./edit-yaml.ts")).editYaml,
};
const FORMATS: Readonly<Record<string, ConfigFormat>> = {
  ".json": JSONC,
  ".jsonc": JSONC,
  ".yaml": YAML,
  ".yml": YAML,
};

/** The format that the name of a file says. Fails with CONFIG_INVALID where it says none. */
export function formatOf(file: string): ConfigFormat {
  const format = FORMATS[extname(file).toLowerCase()];
  if (format !== undefined) return format;
  const message = `Cannot read "${file}": its name says no known format`;
  const hint = `Use a name that ends in ${Object.keys(FORMATS).join(", ")}`;
  throw new SandboxError("CONFIG_INVALID", message, { hint });
}
