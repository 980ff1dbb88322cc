import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { GIT, GIT_ENVIRONMENT } from "./git.ts";

/** Keys in git's spelling (section and name in small letters) with their last value. */
export type ConfigValues = ReadonlyMap<string, string>;

/**
 * What one file of the host's configuration says: read as data, without the files that it includes.
 * An absent file says nothing.
 */
export async function readConfigFile(file: string): Promise<ConfigValues> {
  const argv = ["config", "--file", file, "--no-includes", "--null", "--list"];
  const run = promisify(execFile);
  const { stdout } = await run(GIT, argv, {
    cwd: "/",
    env: GIT_ENVIRONMENT,
    maxBuffer: 16 * 1024 ** 2,
  });
  return new Map(stdout.split("\0").filter(Boolean).map(parseEntry));
}

/** A key alone means true (git-config(1), "Values"). */
function parseEntry(entry: string): [string, string] {
  const end = entry.indexOf("\n");
  return end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
}
