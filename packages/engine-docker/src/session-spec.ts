import { type GitSessionRequest, SHELF } from "@agent-sandbox/core";
import type { ContainerCreateOptions } from "dockerode";

import { toMounts } from "./create-options.ts";
import { LABEL } from "./labels.ts";
import { OWNERS_CONTAINER, OWNERS_HOST_CONFIG } from "./owners-container.ts";
import { gateVolume, shelfVolume } from "./volumes.ts";

/** Where a container that has all of the gate's folders finds them. */
export const GATE_ROOT = "/gate";

/** git, a filter's or a diff's helper, and no room for more. */
const PIDS = 256;

/** Pure: the body of `POST /containers/create` for a session (`base-image/README.md`). */
export function toSessionOptions(request: GitSessionRequest): ContainerCreateOptions {
  const { workspace, user, image, onHost = false, pushes = false } = request;
  return {
    ...OWNERS_CONTAINER,
    Image: image,
    Entrypoint: ["/usr/local/lib/agent-sandbox/git-session"],
    Cmd: [],
    Labels: {
      [LABEL.job]: workspace.hash,
      [LABEL.workspace]: workspace.path,
      ...(pushes && { [LABEL.pushes]: workspace.hash }),
    },
    Env: [`AGENT_SANDBOX_UID=${user.uid.toString()}`, `AGENT_SANDBOX_GID=${user.gid.toString()}`],
    HostConfig: {
      ...OWNERS_HOST_CONFIG,
      Mounts: toMounts(sessionMounts(request)),
      Tmpfs: { "/tmp": "mode=1777", ...(onHost && { [SHELF.root]: "" }) },
      PidsLimit: PIDS,
    },
  };
}

function sessionMounts(request: GitSessionRequest) {
  const { workspace, commonGitDir, onHost = false, withoutHost = false } = request;
  const host = [
    ...(withoutHost ? [] : [{ source: workspace.path, target: `/workspace/${workspace.name}` }]),
    ...(commonGitDir === undefined ? [] : [{ source: commonGitDir, target: commonGitDir }]),
  ];
  const volumes = [
    ...(onHost ? [] : [{ source: shelfVolume(workspace), target: SHELF.root }]),
    { source: gateVolume(workspace), target: GATE_ROOT },
  ];
  return [
    ...host.map((mount) => ({ type: "bind" as const, ...mount, readonly: !onHost })),
    ...volumes.map((mount) => ({ type: "volume" as const, ...mount, readonly: false })),
  ];
}
