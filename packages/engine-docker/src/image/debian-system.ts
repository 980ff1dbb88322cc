import type { Readable } from "node:stream";
import type { Progress } from "@agent-sandbox/core";
import { debootstrapSystem } from "./debootstrap.ts";
import type { BootstrapTool } from "./find-bootstrap-tool.ts";
import { mmdebstrapSystem } from "./mmdebstrap.ts";

export interface DebianRequest {
  /** The release's code name. */
  readonly release: string;
  /** Lines of sources.list; empty means the tool's own default. */
  readonly mirrors: readonly string[];
  /** A directory of the caller's, for what must be unpacked. */
  readonly scratch: string;
}

export interface DebianPorts {
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** A Debian system as a tar stream. The stream only ends when the making fails; `ended` rejects. */
export interface DebianSystem {
  readonly stream: Readable;
  readonly ended: Promise<void>;
}

const MAKERS = { mmdebstrap: mmdebstrapSystem, debootstrap: debootstrapSystem } satisfies Record<
  BootstrapTool,
  (request: DebianRequest, ports: DebianPorts) => Promise<DebianSystem>
>;

/**
 * Makes a minimal Debian system with ca-certificates, without documentation and translations.
 * Rejects, as `ended` does, with a CommandFailed or the signal's reason.
 */
export async function makeDebianSystem(
  tool: BootstrapTool,
  request: DebianRequest,
  ports: DebianPorts,
): Promise<DebianSystem> {
  return await MAKERS[tool](request, ports);
}
