import { text } from "node:stream/consumers";

import { type SandboxPlan, SHELF, type WorkspaceIdentity } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";
import { NO_NETWORK } from "./owners-container.ts";
import { shelfVolume } from "./volumes.ts";

interface OwnerRequest {
  readonly workspace: WorkspaceIdentity;
  readonly image: string;
}

/**
 * Whose a shelf is, where the workspace that tells it is gone; undefined: nobody has used it yet. Its
 * container runs `stat` with no capability and no network, and sees the shelf read-only.
 */
export async function shelfOwner(
  docker: Docker,
  { workspace, image }: OwnerRequest,
): Promise<SandboxPlan["user"] | undefined> {
  try {
    const container = await docker.createContainer({
      Image: image,
      User: "root",
      Entrypoint: ["/usr/bin/stat", "--format=%u %g", SHELF.root],
      Cmd: [],
      ...NO_NETWORK,
      Labels: { [LABEL.job]: workspace.hash, [LABEL.workspace]: workspace.path },
      HostConfig: {
        Mounts: [
          {
            Type: "volume",
            Source: shelfVolume(workspace),
            Target: SHELF.root,
            ReadOnly: true,
            // What the image has there would make it the image's.
            VolumeOptions: { NoCopy: true, Labels: {}, DriverConfig: { Name: "", Options: {} } },
          },
        ],
        NetworkMode: "none",
        ReadonlyRootfs: true,
        CapDrop: ["ALL"],
        SecurityOpt: ["no-new-privileges"],
      },
    });
    try {
      await container.start();
      await container.wait();
      const logs = await container.logs({ follow: true, stdout: true });
      const [, uid = "0", gid = "0"] = /(\d+) (\d+)/.exec(await text(logs)) ?? [];
      return Number(uid) === 0 ? undefined : { uid: Number(uid), gid: Number(gid) };
    } finally {
      await container.remove({ force: true });
    }
  } catch (error) {
    throw dockerFailure("look at the repository's shelf", error);
  }
}
