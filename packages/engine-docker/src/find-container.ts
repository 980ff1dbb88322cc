import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";

/** What the daemon says of one of our containers. */
export interface FoundContainer {
  readonly id: string;
  readonly name: string;
  /** Docker's word: "created", "running", "paused", "restarting", "removing", "exited", "dead". */
  readonly state: string;
  /** It can be entered. */
  readonly running: boolean;
  /** It has processes, or will have them again without our doing: paused and restarting count. */
  readonly alive: boolean;
  readonly image: string;
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

const ALIVE = new Set(["running", "paused", "restarting"]);

/** Our containers, by label: all of them, or those of one workspace. */
export async function findContainers(
  docker: Docker,
  workspaceHash?: string,
): Promise<readonly FoundContainer[]> {
  const hash = workspaceHash === undefined ? LABEL.hash : `${LABEL.hash}=${workspaceHash}`;
  // Only what we created has a plan: a container that somebody else made from our image has not.
  const label = [hash, LABEL.plan];
  const found = await answerTo((abortSignal) =>
    docker.listContainers({ all: true, filters: { label }, abortSignal }),
  ).catch((error: unknown) => {
    throw dockerFailure("look up the sandboxes", error);
  });
  return found.map(({ Id, Names, State, Status, Image, Created, Labels, Mounts }) => ({
    id: Id,
    name: (Names[0] ?? Id).replace(/^\//, ""),
    state: State,
    running: State === "running",
    alive: ALIVE.has(State),
    status: Status,
    image: Image,
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
