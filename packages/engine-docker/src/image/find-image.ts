import type Docker from "dockerode";
import { dockerFailure } from "../failures.ts";

/** The image of a name or id, or undefined where this machine has none; never asks a registry. */
export async function findImage(
  docker: Docker,
  name: string,
): Promise<Docker.ImageInspectInfo | undefined> {
  try {
    return await docker.getImage(name).inspect();
  } catch (error) {
    const failure = dockerFailure(`look up the image "${name}"`, error);
    if (failure.code === "IMAGE_MISSING") return undefined;
    throw failure;
  }
}
