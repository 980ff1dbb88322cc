import type { Readable } from "node:stream";
import type Docker from "dockerode";
import { dockerFailure } from "../failures.ts";
import { readMessages } from "./read-messages.ts";

/**
 * Makes an image without a name of a root file system and resolves to its id.
 *
 * @param system A tar stream; destroyed on failure.
 * @param changes Instructions of a Dockerfile that need no run: ENV, CMD, LABEL.
 */
export async function importImage(
  docker: Docker,
  system: Readable,
  { changes, signal }: { readonly changes: readonly string[]; readonly signal: AbortSignal },
): Promise<string> {
  try {
    // An array becomes the query's repeated parameter, as the API has it.
    const options = { changes, abortSignal: signal };
    let id: string | undefined;
    for await (const message of readMessages(await docker.importImage(system, options), signal)) {
      if (message.error !== undefined) throw new Error(message.error);
      id = /sha256:[0-9a-f]{64}/.exec(message.status ?? "")?.[0] ?? id;
    }
    if (id === undefined) throw new Error("the import ended without an image");
    return id;
  } catch (error) {
    system.destroy();
    throw dockerFailure("import the root file system", error);
  }
}
