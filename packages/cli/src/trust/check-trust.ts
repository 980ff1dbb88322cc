import type { FileLayer } from "@agent-sandbox/host";

import type { Surroundings } from "../surroundings.ts";
import { type AskingFile, askingConfig } from "./asking-file.ts";
import { isAccepted } from "./is-accepted.ts";

/** A workspace, and how far its files are trusted. */
export interface TrustRequest {
  /** The workspace's real path. */
  readonly path: string;
  /** Whether all is accepted, for this once; undefined where the command has no such flag. */
  readonly trust?: boolean | undefined;
}

export interface ConfigTrustRequest extends TrustRequest {
  readonly layers: readonly FileLayer[];
  readonly configFile?: string | undefined;
}

/**
 * Sees to it that the user has accepted what the workspace's configuration opens: asks on a terminal,
 * and fails with POLICY_UNTRUSTED elsewhere. Where it opens nothing, nothing is read.
 */
export async function checkTrust(
  request: ConfigTrustRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  const config = untrustedConfig(request, surroundings);
  if (config === undefined) return;
  // Loaded when they are needed: mostly nothing is asked for, or it was accepted before.
  const { askingImage } = await import("./asking-image.ts");
  const { settleTrust } = await import("./settle-trust.ts");
  const image = await askingImage(request.path);
  // One question for both: the image is mostly built next.
  const isNew = image !== undefined && !isAccepted(image, request.path, surroundings);
  await settleTrust([config, ...(isNew ? [image] : [])], request, { surroundings, signal });
}

/**
 * The workspace's configuration where it opens something that nobody has accepted. What the user names
 * by `--config` is the user's own word.
 */
export function untrustedConfig(
  { path, layers, configFile }: ConfigTrustRequest,
  surroundings: Pick<Surroundings, "env" | "home">,
): AskingFile | undefined {
  if (configFile !== undefined) return undefined;
  const config = askingConfig(layers, { workspace: path, home: surroundings.home });
  return config && isAccepted(config, path, surroundings) ? undefined : config;
}
