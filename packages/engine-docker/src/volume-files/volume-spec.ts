import type { SandboxPlan, WorkspaceIdentity } from "@agent-sandbox/core";
import type { ContainerCreateOptions } from "dockerode";

import { LABEL } from "../labels.ts";
import { OWNERS_CONTAINER, OWNERS_HOST_CONFIG } from "../owners-container.ts";
import { PROGRAM } from "./volume-program.ts";

export interface VolumeRequest {
  readonly volume: string;
  /** The directory that told the owner. */
  readonly workspace: WorkspaceIdentity;
  /** Whose the files are. */
  readonly user: SandboxPlan["user"];
  /** An image with Node and setpriv, `name:tag`. */
  readonly image: string;
  /** Whether it is only looked into, so that its owner stays who it is. */
  readonly readonly?: boolean;
}

/** Outside of every path that an image fills. */
const PLACE = "/volume";

/** Its process, Node's threads and no room for more. */
const PIDS = 64;

/**
 * Root gives the top of the volume to its owner and then becomes that owner for good; -h, since the
 * top alone is meant. A volume that is only read has its owner already.
 */
const ENTER = `set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
uid=$1 gid=$2 place=$3 writes=$4 program=$5
if [ "$writes" = 1 ]; then chown -h "$uid:$gid" "$place"; fi
umask 077
exec setpriv --reuid="$uid" --regid="$gid" --clear-groups --no-new-privs \\
  --inh-caps=-all --ambient-caps=-all --bounding-set=-all \\
  /usr/local/bin/node --eval "$program" -- "$place"`;

/** Pure: the body of `POST /containers/create`. What is read and written goes through its streams alone. */
export function toVolumeOptions(request: VolumeRequest): ContainerCreateOptions {
  const { volume, workspace, user, image, readonly = false } = request;
  const ids = [user.uid.toString(), user.gid.toString()];
  return {
    ...OWNERS_CONTAINER,
    Image: image,
    Entrypoint: ["/bin/sh", "-c", ENTER, "sh"],
    Cmd: [...ids, PLACE, readonly ? "0" : "1", PROGRAM],
    // An image's environment must not choose what Node loads.
    Env: ["NODE_OPTIONS=", "NODE_PATH=", "ENV=", "LD_PRELOAD="],
    Labels: { [LABEL.job]: workspace.hash, [LABEL.workspace]: workspace.path },
    HostConfig: {
      ...OWNERS_HOST_CONFIG,
      Mounts: [
        {
          Type: "volume",
          Source: volume,
          Target: PLACE,
          ReadOnly: readonly,
          VolumeOptions: { NoCopy: true, Labels: {}, DriverConfig: { Name: "", Options: {} } },
        },
      ],
      PidsLimit: PIDS,
    },
  };
}
