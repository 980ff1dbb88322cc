import { join } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import { kindOf } from "./kind-of.ts";

/** What a config file is called in a folder of its own. */
export const CONFIG_NAMES: readonly string[] = ["config.json", "config.jsonc", "config.yaml"];

/** The config files that there are in a directory. */
export function filesIn(directory: string): readonly string[] {
  return CONFIG_NAMES.map((name) => join(directory, name)).filter(
    (file) => kindOf(file) !== undefined,
  );
}

/** The one file of a layer. Fails with CONFIG_CONFLICT where there is another. */
export function onlyOne(files: readonly string[]): string | undefined {
  const [file, second] = files;
  if (file === undefined || second === undefined) return file;
  throw new SandboxError("CONFIG_CONFLICT", `Cannot choose between "${file}" and "${second}"`, {
    hint: "Keep one of them",
  });
}
