import type { SandboxPlan } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";
import { listContainers } from "./list-containers.ts";

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
  /** Of the paths that it hides. */
  readonly hiddenHash: string;
  readonly workspace: string;
  readonly workspaceHash: string;
  readonly workdir: string;
  readonly mode: string;
  /** The branch's name; undefined in bind mode. */
  readonly branch: string | undefined;
  /** The named agent whose it is; undefined where people enter. */
  readonly agent: string | undefined;
  /** Docker's own words: "Up 3 minutes", "Exited (0) 2 hours ago". */
  readonly status: string;
  /** When it was created. */
  readonly created: Date;
  /** Named volumes, `name:target`. */
  readonly volumes: readonly string[];
}

const ALIVE = new Set(["running", "paused", "restarting"]);

/** Which sandboxes: all of a workspace, those of one mode, those of a branch, or one of these. */
export interface SandboxFilter {
  readonly hash: string;
  readonly mode?: "bind" | "branch" | undefined;
  readonly branch?: string | undefined;
  /** The one of a named agent, or with null the one that people enter; both without it. */
  readonly agent?: string | null | undefined;
}

/** The one sandbox that a plan is for. */
export function sandboxOf({ workspace, branch, agent }: SandboxPlan): SandboxFilter {
  const whose = { hash: workspace.hash, agent: agent?.name ?? null };
  return branch ? { ...whose, mode: "branch", branch: branch.name } : { ...whose, mode: "bind" };
}

/** Our sandboxes, by label: all of them, or those that a filter names. */
export async function findContainers(
  docker: Docker,
  filter?: SandboxFilter,
): Promise<readonly FoundContainer[]> {
  const label = labelsOf(filter);
  const found = await listContainers(docker, { all: true, filters: { label } }).catch(
    (error: unknown) => {
      throw dockerFailure("look up the sandboxes", error);
    },
  );
  const isMeant = ({ Labels }: Docker.ContainerInfo) =>
    filter?.agent === undefined || (Labels[LABEL.agent] ?? null) === filter.agent;
  return found
    .filter(isMeant)
    .map(({ Id, Names, State, Status, Image, Created, Labels, Mounts }) => ({
      id: Id,
      name: (Names[0] ?? Id).replace(/^\//, ""),
      state: State,
      running: State === "running",
      alive: ALIVE.has(State),
      status: Status,
      image: Image,
      created: new Date(Created * 1000),
      planHash: Labels[LABEL.plan] ?? "",
      hiddenHash: Labels[LABEL.hidden] ?? "",
      workspace: Labels[LABEL.workspace] ?? "",
      workspaceHash: Labels[LABEL.hash] ?? "",
      workdir: Labels[LABEL.workdir] ?? "",
      mode: Labels[LABEL.mode] ?? "",
      branch: Labels[LABEL.branch],
      agent: Labels[LABEL.agent],
      volumes: Mounts.flatMap(({ Type, Name, Destination }) =>
        Type === "volume" ? [`${Name ?? ""}:${Destination}`] : [],
      ),
    }));
}

/** Only what we created has a plan: a container that somebody else made from our image has not. */
function labelsOf(filter: SandboxFilter | undefined): string[] {
  if (filter === undefined) return [LABEL.hash, LABEL.plan];
  const { hash, mode, branch } = filter;
  return [
    `${LABEL.hash}=${hash}`,
    LABEL.plan,
    ...(mode === undefined ? [] : [`${LABEL.mode}=${mode}`]),
    ...(branch === undefined ? [] : [`${LABEL.branch}=${branch}`]),
  ];
}
