import type Docker from "dockerode";

import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";

/** What the daemon says of one of our containers. */
export interface FoundContainer {
  readonly id: string;
  readonly name: string;
  readonly running: boolean;
  readonly image: string;
  readonly imageId: string;
  readonly planHash: string;
  readonly workspace: string;
  readonly workspaceHash: string;
  readonly workdir: string;
  readonly mode: string;
  /** Docker's own words: "Up 3 minutes", "Exited (0) 2 hours ago". */
  readonly status: string;
  /** When it was created. */
  readonly created: Date;
  /** Named volumes, `name:target`. */
  readonly volumes: readonly string[];
}

/** Our containers, by label: all of them, or those of one workspace. */
export async function findContainers(
  docker: Docker,
  workspaceHash?: string,
): Promise<readonly FoundContainer[]> {
  const label = workspaceHash === undefined ? LABEL.hash : `${LABEL.hash}=${workspaceHash}`;
  const found = await docker
    .listContainers({ all: true, filters: { label: [label] } })
    .catch((error: unknown) => {
      throw dockerFailure("look up the sandboxes", error);
    });
  return found.map(({ Id, Names, State, Status, Image, ImageID, Created, Labels, Mounts }) => ({
    id: Id,
    name: (Names[0] ?? Id).replace(/^\//, ""),
    running: State === "running",
    status: Status,
    image: Image,
    imageId: ImageID,
    created: new Date(Created * 1000),
    planHash: Labels[LABEL.plan] ?? "",
    workspace: Labels[LABEL.workspace] ?? "",
    workspaceHash: Labels[LABEL.hash] ?? "",
    workdir: Labels[LABEL.workdir] ?? "",
    mode: Labels[LABEL.mode] ?? "",
    volumes: Mounts.flatMap(({ Type, Name, Destination }) =>
      Type === "volume" ? [`${Name ?? ""}:${Destination}`] : [],
    ),
  }));
}
