import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";
import { bootstrapOsImage, type BootstrapPorts } from "./bootstrap-os-image.ts";
import { findBootstrapTool } from "./find-bootstrap-tool.ts";
import { findImage } from "./find-image.ts";
import { pullImage } from "./pull-image.ts";

export interface OsRequest {
  /** An image that the user named. */
  readonly image: string | undefined;
  readonly bootstrap: boolean;
  /** What the base image's Dockerfile stands on by itself. */
  readonly defaultImage: string;
}

const INSTALL = 'install mmdebstrap ("sudo apt-get install mmdebstrap")';

/**
 * The image of the operating-system layer, by name, present on this machine: the one that the user
 * named, a bootstrapped one, or the default, which is bootstrapped where it cannot be pulled.
 *
 * Fails with IMAGE_MISSING and the ways out.
 */
export async function chooseOsImage(
  docker: Docker,
  { image, bootstrap, defaultImage }: OsRequest,
  ports: BootstrapPorts,
): Promise<string> {
  if (image !== undefined) return await ensureImage(docker, image, ports);
  const tool = findBootstrapTool(ports.env);
  if (bootstrap) {
    if (tool !== undefined) return await bootstrapOsImage(docker, tool, ports);
    throw new SandboxError(
      "ENGINE_FAILED",
      "Cannot make the operating-system layer: neither mmdebstrap nor debootstrap is installed",
      { hint: `To make it here, ${INSTALL}; or give an image with --os-image` },
    );
  }
  try {
    return await ensureImage(docker, defaultImage, ports);
  } catch (error) {
    if (!(error instanceof SandboxError) || error.code !== "IMAGE_MISSING") throw error;
    if (tool === undefined) throw withWaysOut(error);
    ports.progress(`${error.message}; making the operating-system layer from Debian's packages`);
    return await bootstrapOsImage(docker, tool, ports);
  }
}

async function ensureImage(docker: Docker, image: string, ports: BootstrapPorts): Promise<string> {
  if ((await findImage(docker, image)) === undefined) {
    ports.progress(`Pulling "${image}"`);
    await pullImage(docker, image, ports);
  }
  return image;
}

function withWaysOut(error: SandboxError): SandboxError {
  return new SandboxError("IMAGE_MISSING", error.message, {
    hint: `To make the layer here from Debian's packages, ${INSTALL}; or give an image with --os-image`,
    cause: error.cause,
  });
}
