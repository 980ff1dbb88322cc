import type Docker from "dockerode";

import { dockerFailure } from "./failures.ts";

/** Whether there is a volume of exactly that name. */
export async function hasVolume(docker: Docker, name: string): Promise<boolean> {
  try {
    // The daemon's filter matches parts of names too.
    const { Volumes } = await docker.listVolumes({ filters: { name: [name] } });
    return Volumes.some(({ Name }) => Name === name);
  } catch (error) {
    throw dockerFailure("look up the volumes", error);
  }
}
