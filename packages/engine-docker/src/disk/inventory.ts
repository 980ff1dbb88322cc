import type Docker from "dockerode";

import { dockerFailure } from "../failures.ts";
import { LABEL } from "../labels.ts";
import { isAbsent } from "../answers.ts";
import {
  type ContainerUsage,
  diskReport,
  type DiskReport,
  type ImageUsage,
  type VolumeUsage,
} from "./disk-report.ts";
import { imageFacts } from "./image-facts.ts";
import type { ImageFacts, KeptItem, User } from "./kept-item.ts";
import { containerRole, imageRole, volumeRole } from "./roles.ts";

/** Containers, images and volumes of ours, what each costs and who uses it. */
export async function inventory(docker: Docker, signal: AbortSignal): Promise<readonly KeptItem[]> {
  const report = await diskReport(docker, signal);
  const ends = await endsOf(docker, report);
  const containers = (report.Containers ?? []).flatMap((info) => container(info, ends));
  const images = (report.Images ?? []).filter(({ Labels }) => imageRole(Labels) !== undefined);
  const facts = await Promise.all(images.map(({ Id }) => imageFacts(docker, Id)));
  const items = [
    ...containers,
    ...images.flatMap((info, index) => image(info, facts[index], { report, ends })),
    ...(report.Volumes ?? []).flatMap((info) => volume(info, { report, ends })),
  ];
  return withPaths(items);
}

/** When each container ended, by id; none for those that run. */
type Ends = ReadonlyMap<string, Date>;

interface Uses {
  readonly report: DiskReport;
  readonly ends: Ends;
}

async function endsOf(docker: Docker, { Containers }: DiskReport): Promise<Ends> {
  const ended = (Containers ?? []).filter((info) => !isAlive(info));
  const ends = await Promise.all(ended.map((info) => endOf(docker, info)));
  return new Map(ended.map(({ Id }, index) => [Id, ends[index] ?? new Date()]));
}

async function endOf(docker: Docker, { Id, Created }: ContainerUsage): Promise<Date> {
  try {
    const { State } = await docker.getContainer(Id).inspect();
    // The year 1: it was created and never started.
    return new Date(Math.max(Date.parse(State.FinishedAt), Created * 1000));
  } catch (error) {
    if (isAbsent(error)) return new Date();
    throw dockerFailure("look at the containers", error);
  }
}

function isAlive({ State }: ContainerUsage): boolean {
  return State !== "exited" && State !== "created" && State !== "dead";
}

function container(info: ContainerUsage, ends: Ends): readonly KeptItem[] {
  const role = containerRole(info.Labels);
  if (role === undefined) return [];
  const bytes = info.SizeRw ?? 0;
  return [
    {
      ...{ kind: "container", role, id: info.Id, name: nameOf(info), bytes, ownBytes: bytes },
      workspaceHash: info.Labels?.[HASH_LABEL[role]],
      workspace: info.Labels?.[LABEL.workspace],
      branch: role === "sandbox" ? info.Labels?.[LABEL.branch] : undefined,
      isAlive: isAlive(info),
      users: [],
      created: new Date(info.Created * 1000),
      lastUsed: ends.get(info.Id) ?? new Date(),
      image: undefined,
    },
  ];
}

const HASH_LABEL = { sandbox: LABEL.hash, gate: LABEL.gate, session: LABEL.job } as const;

function image(
  info: ImageUsage,
  facts: ImageFacts | undefined,
  { report, ends }: Uses,
): readonly KeptItem[] {
  const role = imageRole(info.Labels);
  if (role === undefined || facts === undefined) return [];
  const users = (report.Containers ?? []).filter(({ ImageID }) => ImageID === info.Id);
  return [
    {
      ...{ kind: "image", role, id: info.Id, name: facts.tags[0] ?? info.Id.slice(7, 19) },
      bytes: info.Size,
      ownBytes: Math.max(0, info.Size - Math.max(0, info.SharedSize)),
      workspaceHash: info.Labels?.[LABEL.imageHash],
      workspace: info.Labels?.[LABEL.imageOf],
      ...{ branch: undefined, isAlive: false, image: facts },
      ...usedBy(users, { made: info.Created * 1000, ends }),
    },
  ];
}

function volume(info: VolumeUsage, { report, ends }: Uses): readonly KeptItem[] {
  const found = volumeRole(info.Name, info.Labels);
  if (found === undefined) return [];
  // A part of a volume is mounted as a path, which Docker counts as no use of the volume.
  const isMounted = ({ Name, Source }: ContainerUsage["Mounts"][number]) =>
    Name === info.Name || Source?.startsWith(`${info.Mountpoint}/`) === true;
  const users = (report.Containers ?? []).filter(({ Mounts }) => Mounts.some(isMounted));
  // -1 says that the daemon does not know.
  const bytes = Math.max(0, info.UsageData?.Size ?? 0);
  return [
    {
      ...{ kind: "volume", role: found.role, id: info.Name, name: info.Name },
      ...{ bytes, ownBytes: bytes, workspaceHash: found.hash },
      workspace: info.Labels?.[LABEL.workspace],
      ...{ branch: undefined, isAlive: false, image: undefined },
      ...usedBy(users, { made: Date.parse(info.CreatedAt ?? ""), ends }),
    },
  ];
}

function usedBy(
  containers: readonly ContainerUsage[],
  { made, ends }: { readonly made: number; readonly ends: Ends },
): Pick<KeptItem, "users" | "created" | "lastUsed"> {
  const created = Number.isNaN(made) ? 0 : made;
  const last = containers.map(({ Id }) => (ends.get(Id) ?? new Date()).getTime());
  return {
    users: containers.map(toUser),
    created: new Date(created),
    lastUsed: new Date(Math.max(created, ...last)),
  };
}

function toUser(info: ContainerUsage): User {
  return { id: info.Id, name: nameOf(info), isAlive: isAlive(info) };
}

function nameOf({ Id, Names }: ContainerUsage): string {
  return (Names[0] ?? Id).replace(/^\//, "");
}

/** A volume from before volumes had it gets its workspace's path from what else that one has. */
function withPaths(items: readonly KeptItem[]): readonly KeptItem[] {
  const paths = new Map(
    items.flatMap(({ workspaceHash, workspace }) =>
      workspaceHash === undefined || workspace === undefined
        ? []
        : [[workspaceHash, workspace] as const],
    ),
  );
  return items.map((item) => ({
    ...item,
    workspace: item.workspace ?? paths.get(item.workspaceHash ?? ""),
  }));
}
