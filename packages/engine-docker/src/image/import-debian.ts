import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";
import { isDiskFull } from "../failures.ts";
import { followSignal } from "../follow-signal.ts";
import { debianMirrors } from "./debian-mirrors.ts";
import { type DebianPorts, type DebianSystem, makeDebianSystem } from "./debian-system.ts";
import type { BootstrapTool } from "./find-bootstrap-tool.ts";
import { importImage } from "./import-image.ts";
import { CommandFailed } from "./run-visibly.ts";

export interface DebianImageRequest {
  readonly tool: BootstrapTool;
  readonly release: string;
  /** A directory of the caller's, for what must be unpacked. */
  readonly scratch: string;
}

const ACTION = "make a Debian system";
const CHANGES = [
  "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  'CMD ["bash"]',
];

/** Makes a Debian system and imports it while it is made; resolves to the image's id. */
export async function importDebian(
  docker: Docker,
  { tool, release, scratch }: DebianImageRequest,
  { env, progress, signal }: DebianPorts,
): Promise<string> {
  const mirrors = await debianMirrors(release, { env, signal });
  progress(
    `Debian ${release}: ${tool}, from ${mirrors.length > 0 ? "apt's own mirrors" : "its default mirror"}`,
  );
  using making = followSignal(signal);
  const ports = { env, progress, signal: making.signal };
  try {
    return await importSystem(
      docker,
      await makeDebianSystem(tool, { release, mirrors, scratch }, ports),
      ports,
    );
  } catch (error) {
    throw debianFailure(error, signal);
  } finally {
    making.abort(new Error("the import has ended"));
  }
}

async function importSystem(
  docker: Docker,
  { stream, ended }: DebianSystem,
  { signal }: DebianPorts,
): Promise<string> {
  const [imported, made] = await Promise.allSettled([
    importImage(docker, stream, { changes: CHANGES, signal }),
    ended,
  ]);
  if (imported.status === "fulfilled" && made.status === "fulfilled") return imported.value;
  // A tool that failed ends its stream like one that is done: what came was imported all the same.
  if (imported.status === "fulfilled") await docker.getImage(imported.value).remove();
  throw made.status === "rejected" ? made.reason : (imported as PromiseRejectedResult).reason;
}

function debianFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || !(error instanceof CommandFailed)) return error;
  if (error.output.some(isDiskFull)) {
    return new SandboxError("DISK_FULL", `Cannot ${ACTION}: the disk is full`, { cause: error });
  }
  return new SandboxError("ENGINE_FAILED", `Cannot ${ACTION}: ${error.message}`, {
    hint: hintFor(error.output.join("\n")),
    detail: error.output.join("\n"),
    cause: error,
  });
}

function hintFor(output: string): string {
  if (/root|unshare|subuid|user namespace|permission/i.test(output)) {
    return 'Run it as root, or allow user namespaces for this user ("sudo apt-get install uidmap", /etc/subuid)';
  }
  if (/NO_PUBKEY|keyring|signature|Release file/i.test(output)) {
    return 'Install Debian\'s keys: "sudo apt-get install debian-archive-keyring"';
  }
  return "See whether apt reaches its mirrors, or give an image with --os-image";
}
