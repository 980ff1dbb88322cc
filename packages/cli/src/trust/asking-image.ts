import { lstat, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { contextDigest, isPlainDockerfile } from "@agent-sandbox/engine-docker/image";
import { CONFIG_NAMES, errnoOf } from "@agent-sandbox/host";

import type { AskingFile } from "./asking-file.ts";

/** Relative to the workspace. */
export const DOCKERFILE = ".agent-sandbox/Dockerfile";

/**
 * The workspace's Dockerfile, by all that lies beside it and goes to the build, which the configuration
 * does not: what that opens is asked about by itself. Undefined where there is none, and where it makes the
 * base image and nothing more.
 */
export async function askingImage(path: string): Promise<AskingFile | undefined> {
  const file = join(path, DOCKERFILE);
  const source = await readFile(file, "utf8").catch(ifAbsent);
  if (source === undefined) return undefined;
  // The daemon follows a link within what it is sent, and finds another file than we do.
  const isOwn = (await lstat(file)).isFile();
  if (isOwn && isPlainDockerfile(source)) return undefined;
  return {
    file: DOCKERFILE,
    digest: await contextDigest(dirname(file), CONFIG_NAMES),
    widenings: [
      { what: "runs commands of its own, with an open network, to build the image" },
      { what: "decides what starts as root, closes the network and hands the sandbox over" },
    ],
  };
}

function ifAbsent(error: unknown): undefined {
  if (!["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
}
