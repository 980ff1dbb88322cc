import { createHash } from "node:crypto";

import { isInside, type SandboxPlan } from "@agent-sandbox/core";
import type { ContainerCreateOptions, MountSettings } from "dockerode";

import { toMounts } from "./create-options.ts";
import { LABEL } from "./labels.ts";
import { gateName } from "./names.ts";
import { NO_NETWORK, OWNER_CAPABILITIES } from "./owners-container.ts";
import { GATE_ROOT } from "./session-spec.ts";
import { gateVolume } from "./volumes.ts";

/** Where the repository is that a gate pushes to; absolute and real on the host. */
export interface GateRepository {
  /** The worktree's own git directory. */
  readonly gitDir: string;
  /** The git directory that it shares with other worktrees, where that lies outside the workspace. */
  readonly commonGitDir: string | undefined;
  /** What `core.hooksPath` names; undefined for the repository's own hooks. */
  readonly hooksPath: string | undefined;
}

export interface GateRequest {
  readonly plan: Pick<SandboxPlan, "workspace" | "user" | "container">;
  readonly repository: GateRepository;
  /** The largest pack that a push may carry; the image's own limit without it. */
  readonly pushLimitBytes?: number | undefined;
}

/** All that a gate's container is made of; every part of it is in its command line too. */
export interface GateOptions extends ContainerCreateOptions {
  readonly name: string;
  readonly Image: string;
  readonly User: string;
  readonly Entrypoint: string[];
  readonly Cmd: string[];
  readonly WorkingDir: string;
  readonly Env: string[];
  readonly Labels: Record<string, string>;
  readonly HostConfig: {
    readonly Mounts: MountSettings[];
    readonly NetworkMode: string;
    readonly CapDrop: string[];
    readonly CapAdd: string[];
    readonly SecurityOpt: string[];
    readonly PidsLimit: number;
    readonly Memory?: number;
    readonly MemorySwap?: number;
    readonly RestartPolicy: { readonly Name: string; readonly MaximumRetryCount: number };
    readonly LogConfig: { readonly Type: string; readonly Config: Record<string, string> };
  };
}

/** Two pushes at once, each with its packs and the host's hooks. */
const PIDS = 512;
/** A pack unfolds to whatever whoever pushes it likes. An honest push of 200 MB takes a tenth. */
const MEMORY = 1024 ** 3;
/** What goes wrong again and again is not started for ever. */
const RESTARTS = 5;

export interface GateSurroundings {
  /** Whether `hooksPath` is a directory. */
  readonly hooksAreThere: boolean;
  /** The scope of the locks that it is opened under. */
  readonly locks: string;
}

/** Pure: the body of `POST /containers/create` for a gate (`base-image/README.md`). */
export function toGateOptions(
  request: GateRequest,
  { hooksAreThere, locks }: GateSurroundings,
): GateOptions {
  const { plan } = request;
  const hooks = hooksOf(request, hooksAreThere);
  const options = {
    name: gateName(plan.workspace),
    Image: plan.container.image,
    User: "root",
    Entrypoint: ["/usr/local/lib/agent-sandbox/gate-entry"],
    Cmd: [],
    WorkingDir: "/",
    ...NO_NETWORK,
    Env: environmentOf(request, hooks),
    HostConfig: {
      Mounts: toMounts(mountsOf(request, hooks)),
      NetworkMode: "none",
      CapDrop: ["ALL"],
      CapAdd: OWNER_CAPABILITIES,
      SecurityOpt: ["no-new-privileges"],
      PidsLimit: PIDS,
      Memory: MEMORY,
      // The same again: no swap besides.
      MemorySwap: MEMORY,
      RestartPolicy: { Name: "on-failure", MaximumRetryCount: RESTARTS },
      LogConfig: { Type: "json-file", Config: { "max-size": "5m", "max-file": "2" } },
    },
  };
  const fingerprint = createHash("sha256").update(JSON.stringify(options)).digest("hex");
  const Labels = {
    [LABEL.gate]: plan.workspace.hash,
    [LABEL.workspace]: plan.workspace.path,
    [LABEL.locks]: locks,
    [LABEL.plan]: fingerprint.slice(0, 16),
  };
  return { ...options, Labels };
}

function environmentOf(request: GateRequest, hooks: string): string[] {
  const { plan, pushLimitBytes } = request;
  const { uid, gid } = plan.user;
  return [
    `AGENT_SANDBOX_UID=${uid.toString()}`,
    `AGENT_SANDBOX_GID=${gid.toString()}`,
    `AGENT_SANDBOX_REPOSITORY=${insideOf(plan.workspace.path, request)}`,
    `AGENT_SANDBOX_GIT_DIR=${insideOf(commonDirectory(request), request)}`,
    `AGENT_SANDBOX_HOOKS_PATH=${insideOf(hooks, request)}`,
    ...(pushLimitBytes === undefined
      ? []
      : [`AGENT_SANDBOX_PUSH_LIMIT=${pushLimitBytes.toString()}`]),
  ];
}

/** gitrepository-layout(5): a linked worktree has its own below the one that they share. */
function commonDirectory({ repository: { commonGitDir, gitDir } }: GateRequest): string {
  return commonGitDir ?? gitDir.replace(/\/worktrees\/[^/]+$/, "");
}

function hooksOf(request: GateRequest, hooksAreThere: boolean): string {
  const { hooksPath } = request.repository;
  if (hooksPath === undefined) return `${commonDirectory(request)}/hooks`;
  return hooksAreThere ? hooksPath : "";
}

function mountsOf({ plan, repository }: GateRequest, hooks: string) {
  const { workspace } = plan;
  const { commonGitDir } = repository;
  const writable = [
    { source: workspace.path, target: `/workspace/${workspace.name}` },
    ...(commonGitDir === undefined ? [] : [{ source: commonGitDir, target: commonGitDir }]),
  ];
  const isMounted = writable.some(({ source }) => isInside(source, hooks));
  return [
    ...writable.map((mount) => ({ type: "bind" as const, ...mount, readonly: false })),
    ...(hooks === "" || isMounted
      ? []
      : [{ type: "bind" as const, source: hooks, target: hooks, readonly: true }]),
    {
      type: "volume" as const,
      source: gateVolume(workspace),
      target: GATE_ROOT,
      readonly: false,
    },
  ];
}

/** A host path as it is seen in the gate. */
function insideOf(path: string, { plan: { workspace } }: GateRequest): string {
  if (!isInside(workspace.path, path)) return path;
  return `/workspace/${workspace.name}${path.slice(workspace.path.length)}`;
}
