import { access, constants, realpath } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Environment } from "../state/directories.ts";

/** The real path of the `npm` that PATH gives, or undefined. */
export async function findNpm(env: Environment): Promise<string | undefined> {
  // A relative entry would find what the workspace puts there.
  const directories = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  for (const directory of directories) {
    const npm = join(directory, "npm");
    const found = await access(npm, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return await realpath(npm);
  }
  return undefined;
}
