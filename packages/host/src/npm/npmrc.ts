import { parse } from "ini";
import type { Environment } from "../state/directories.ts";
import { readTextFile } from "../state/text-file.ts";

/** The settings of one npmrc file, with variables put in; empty where it cannot be read. */
export function readNpmrc(file: string, env: Environment): ReadonlyMap<string, string> {
  const text = readTextFile(file) ?? "";
  const settings = Object.entries(parse(text)).filter(([, value]) => typeof value === "string");
  return new Map(settings.map(([key, value]) => [key, expand(String(value), env)]));
}

/** npmrc(5): `${NAME}` is the variable, and stays as it is where there is none. */
function expand(value: string, env: Environment): string {
  return value.replace(/\$\{([^}?]+)(\??)\}/g, (written, name: string, optional: string) => {
    return env[name] ?? (optional === "" ? written : "");
  });
}
