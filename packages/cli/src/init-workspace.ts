import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { SandboxError, type WorkspaceIdentity } from "@agent-sandbox/core";
import {
  createVolumes,
  findContainers,
  probeDocker,
  stopSandbox,
  volumesOf,
} from "@agent-sandbox/engine-docker";
import { findFileBeside, readWorkspace } from "@agent-sandbox/host";

import { assetsDirectory } from "./assets.ts";
import { buildWorkspaceImage } from "./build-workspace-image.ts";
import { dockerPolicy, loadPolicy } from "./load-policy.ts";
import { planFor } from "./prepare-plan.ts";
import { enginePorts, type EnginePorts } from "./engine-ports.ts";
import type { Surroundings } from "./surroundings.ts";

export interface InitRequest {
  readonly path: string;
  /** Replace a workspace's containers and its `.agent-sandbox`. */
  readonly force: boolean;
  /** The configuration's own without it. */
  readonly baseTag: string | undefined;
}

export interface InitReport {
  readonly directory: string;
  readonly image: string;
  readonly volumes: readonly string[];
}

/**
 * Sets a workspace up (seed 002, "Lifecycle Commands"). Fails with ALREADY_INITIALISED, naming what
 * is there, unless forced. A build that fails leaves the folder: "build" goes on from there.
 */
export async function initWorkspace(
  request: InitRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<InitReport> {
  const workspace = readWorkspace(request.path);
  // A workspace that cannot be sandboxed is refused before anything is written.
  const { plan } = await planFor(
    { workspace, policy: dockerPolicy([], workspace.path, surroundings) },
    surroundings,
    signal,
  );
  // A second configuration would leave nobody to say which of them counts.
  const beside = await findFileBeside(workspace.path);
  const ports = enginePorts(surroundings);
  await probeDocker(ports.docker, signal);
  const directory = join(workspace.path, ".agent-sandbox");
  if (!request.force) await refuseExisting(workspace, directory, ports);
  else await stopSandbox({ workspaceHash: workspace.hash, remove: true }, ports, signal);
  await writeTemplates(directory, { owner: plan.user, but: beside === undefined ? [] : [CONFIG] });
  await createVolumes(ports.docker, plan);
  const { container } = await loadPolicy(workspace, surroundings);
  const baseTag = request.baseTag ?? container.baseTag.value;
  const context = { surroundings, ports, signal };
  const { image } = await buildWorkspaceImage({ workspace, baseTag }, context);
  const volumes = volumesOf(plan).map(({ volume }) => volume);
  return { directory, image, volumes };
}

async function refuseExisting(
  workspace: WorkspaceIdentity,
  directory: string,
  { docker }: EnginePorts,
): Promise<void> {
  const containers = await findContainers(docker, { hash: workspace.hash });
  const existing = [
    ...(existsSync(directory) ? [`"${directory}"`] : []),
    ...containers.map(({ name }) => `the container "${name}"`),
  ];
  if (existing.length === 0) return;
  throw new SandboxError(
    "ALREADY_INITIALISED",
    `Cannot initialise "${workspace.path}": ${existing.join(" and ")} exist${existing.length > 1 ? "" : "s"} already`,
    { hint: `Use it as it is, or replace it with "agent-sandbox init --force"` },
  );
}

const CONFIG = "config.jsonc";

interface Templates {
  readonly owner: { readonly uid: number; readonly gid: number };
  /** The names of those that are not written. */
  readonly but: readonly string[];
}

/** Written beside and then renamed, so that a crash leaves the old folder or the new one. */
async function writeTemplates(directory: string, { owner, but }: Templates): Promise<void> {
  const templates = join(assetsDirectory(), "templates");
  const draft = `${directory}.${randomUUID()}`;
  await mkdir(draft);
  try {
    const files = await filesIn(templates);
    for (const file of files.filter((name) => !but.includes(name))) {
      await copyFile(join(templates, file), join(draft, file));
    }
    if (process.getuid?.() === 0) {
      const written = await readdir(draft);
      for (const path of [draft, ...written.map((file) => join(draft, file))]) {
        await chown(path, owner.uid, owner.gid);
      }
    }
    await rm(directory, { recursive: true, force: true });
    await rename(draft, directory);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw cause;
  }
}

/** What is for the agents' volumes lies in a directory beside. */
async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
