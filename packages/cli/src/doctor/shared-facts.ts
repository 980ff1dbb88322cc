import { stat } from "node:fs/promises";

import { SandboxError, type SandboxPlan, type WorkspaceIdentity } from "@agent-sandbox/core";
import {
  connectDocker,
  type DockerFacts,
  dockerFacts,
  imageFacts,
  type InsideFacts,
  lookInside,
  volumeExists,
  volumesOf,
} from "@agent-sandbox/engine-docker";
import { baseImageName, findImage } from "@agent-sandbox/engine-docker/image";
import { readWorkspace } from "@agent-sandbox/host";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import { loadPolicy } from "../load-policy.ts";
import { previewPlan } from "../prepare-plan.ts";
import type { Surroundings } from "../surroundings.ts";

type Docker = ReturnType<typeof connectDocker>;

export interface DoctorRequest {
  /** The workspace's directory; undefined: the current one, if it is a workspace. */
  readonly path: string | undefined;
  readonly configFile: string | undefined;
}

/** What several checks go by. Each is found out once, by the first that asks. */
export interface SharedFacts {
  readonly request: DoctorRequest;
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
  readonly workspace: () => Promise<OwnedWorkspace>;
  readonly plan: () => Promise<SandboxPlan>;
  readonly docker: () => Promise<{ readonly docker: Docker; readonly facts: DockerFacts }>;
  readonly baseImage: () => Promise<BaseImage>;
  readonly inside: () => Promise<InsideFacts>;
}

interface OwnedWorkspace {
  readonly workspace: WorkspaceIdentity;
  readonly user: { readonly uid: number; readonly gid: number };
}

interface BaseImage {
  readonly name: string;
  readonly tag: string;
  /** Undefined where there is no image. */
  readonly created: Date | undefined;
  readonly layers: NonNullable<Awaited<ReturnType<typeof imageFacts>>>["layers"];
}

/** Nothing is looked at yet. */
export function sharedFacts(
  request: DoctorRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): SharedFacts {
  const workspace = once(async () => {
    const found = readWorkspace(request.path ?? ".");
    const { uid, gid } = await stat(found.path);
    return { workspace: found, user: { uid, gid } };
  });
  const docker = once(async () => {
    const connected = connectDocker(surroundings.env);
    return { docker: connected, facts: await dockerFacts(connected, signal) };
  });
  const plan = once(async () => {
    const { path = ".", configFile } = request;
    return (await previewPlan({ path, configFile }, surroundings, signal)).plan;
  });
  const policy = once(() => policyOf(request, surroundings));
  const baseImage = once(async () => {
    const tag = (await policy())?.container.baseTag.value ?? "latest";
    return await lookUp((await docker()).docker, tag);
  });
  const inside = once(async () => {
    const [{ docker: daemon }, { name, created }] = await Promise.all([docker(), baseImage()]);
    if (created === undefined) throw new SandboxError("IMAGE_MISSING", `There is no "${name}"`);
    const owned = await workspace().catch(() => undefined);
    const isolation = (await policy())?.agents.isolation.value ?? "shared";
    const volumes = owned ? await existingVolumes(daemon, { ...owned, agents: { isolation } }) : [];
    const uid = owned?.user.uid ?? NOBODY;
    return await lookInside(daemon, { image: name, volumes, uid }, signal);
  });
  return { request, surroundings, signal, workspace, plan, docker, baseImage, inside };
}

async function lookUp(docker: Docker, tag: string): Promise<BaseImage> {
  const name = baseImageName(tag);
  const image = await findImage(docker, name);
  const facts = image && (await imageFacts(docker, image.Id));
  const created = image && new Date(image.Created);
  return { name, tag, created, layers: facts?.layers ?? [] };
}

/** Whose volumes are looked at where there is no workspace: none's. */
const NOBODY = 65_534;

async function existingVolumes(
  docker: Docker,
  owner: Parameters<typeof volumesOf>[0],
): Promise<readonly string[]> {
  const names = volumesOf(owner).map(({ volume }) => volume);
  const exist = await Promise.all(names.map((name) => volumeExists(docker, name)));
  return names.filter((_, index) => exist[index]);
}

/** Where the configuration cannot be read, a check of its own says so. */
async function policyOf(
  { path = ".", configFile }: DoctorRequest,
  surroundings: Surroundings,
): Promise<ResolvedPolicy | undefined> {
  try {
    return await loadPolicy({ path: readWorkspace(path).path, configFile }, surroundings);
  } catch {
    return undefined;
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return async () => await (done ??= work());
}
