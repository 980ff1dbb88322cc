import { createHash } from "node:crypto";
import { packContext } from "./pack-context.ts";

/**
 * The SHA-256, in hexadecimal, of all that a build gets of a directory without the `leftOut`: names, modes
 * and contents.
 */
export async function contextDigest(
  directory: string,
  leftOut: readonly string[] = [],
): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of await packContext(directory, [], leftOut)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
