import { createHash } from "node:crypto";
import { basename } from "node:path";

import type { HiddenMount, Mount, SandboxPlan } from "@agent-sandbox/core";

import { LABEL } from "./labels.ts";
import { containerName, hostName } from "./names.ts";
import { gateVolume, homeVolumesOf, shelfVolume } from "./volumes.ts";

/** One `--mount` of a container. */
export type DockerMount = SourcedMount | EmptyMount;

interface SourcedMount {
  readonly type: "bind" | "volume";
  readonly source: string;
  readonly target: string;
  readonly readonly: boolean;
  /**
   * Without what the host has mounted below: where Docker does not make such a mount read-only too, it
   * would come along as it is.
   */
  readonly alone?: boolean;
}

/** An empty directory that stays so. */
interface EmptyMount {
  readonly type: "tmpfs";
  readonly target: string;
  readonly readonly: true;
}

/** A part of a volume: where that is on the daemon's machine is known once the volume is there. */
interface VolumePart {
  readonly type: "part";
  readonly volume: string;
  /** Relative to the volume's root. */
  readonly source: string;
  readonly target: string;
  readonly readonly: boolean;
}

/**
 * What a container is created from, before it takes the form of an API body or of a `docker run`
 * line: both are written from this, so that they cannot differ.
 */
export interface ContainerSpec {
  readonly name: string;
  readonly hostname: string;
  readonly image: string;
  readonly labels: Readonly<Record<string, string>>;
  /** For PID 1 alone. A command's own variables come when it enters: they must not steer set-up. */
  readonly environment: Readonly<Record<string, string>>;
  readonly mounts: readonly (DockerMount | VolumePart)[];
  readonly workdir: string;
  readonly capabilities: readonly string[];
  /** Of PID 1 and of every command that enters. */
  readonly groups: readonly string[];
  readonly memoryBytes: number | undefined;
  readonly cpus: number | undefined;
  readonly pids: number;
  readonly network: string | undefined;
  readonly log: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  /** Bound to 127.0.0.1. */
  readonly published: SandboxPlan["network"]["published"];
}

/** A spec whose every mount is one that Docker takes. */
export interface PlacedSpec extends ContainerSpec {
  readonly mounts: readonly DockerMount[];
}

/**
 * What PID 1 needs for set-up, and gives away before it reports ready: NET_ADMIN and NET_RAW for
 * iptables with `-m set`, SETUID, SETGID and SETPCAP to drop to less, CHOWN to hand the home
 * directory to the workspace's owner.
 */
export const SETUP_CAPABILITIES = [
  "CAP_CHOWN",
  "CAP_NET_ADMIN",
  "CAP_NET_RAW",
  "CAP_SETGID",
  "CAP_SETPCAP",
  "CAP_SETUID",
];

/** Kept small, since what an agent makes PID 1 say must not fill the host's disk. */
const LOG = { driver: "json-file", options: { "max-size": "5m", "max-file": "2" } };

/**
 * Pure: the same plan always gives the same spec, its fingerprints included. What was found as the
 * container is started has one of its own: `planned` is the plan without it, which is all that a
 * command that enters knows.
 */
export function toContainerSpec(plan: SandboxPlan, planned = plan): ContainerSpec {
  const spec = specOf(plan);
  const known = new Set(planned.mounts.map(mountLine));
  const found = plan.mounts.map(mountLine).filter((line) => !known.has(line));
  const labels = {
    ...labelsOf(plan),
    [LABEL.plan]: fingerprint(planned === plan ? spec : specOf(planned)),
    [LABEL.hidden]: hashOf(found),
  };
  return { ...spec, labels };
}

function specOf(plan: SandboxPlan): Omit<ContainerSpec, "labels"> {
  return {
    name: containerName(plan),
    hostname: hostName(plan),
    image: plan.container.image,
    environment: setupEnvironment(plan),
    mounts: mountsOf(plan),
    workdir: plan.workdir,
    capabilities: SETUP_CAPABILITIES,
    groups: plan.groups.map(String),
    memoryBytes: plan.limits.memoryBytes,
    cpus: plan.limits.cpus,
    pids: plan.limits.pids,
    network: plan.container.network,
    log: LOG,
    published: plan.network.published,
  };
}

/** Where the image looks for the policy that its agents' hook judges by (`base-image/README.md`). */
const POLICY = "/etc/agent-sandbox/policy.json";

/**
 * GitHub's ranges count as there or not: a list that GitHub changes must not cost the container. The
 * policy counts by its file's name, which says what is in it: of two people who open one workspace each
 * has it in a folder of their own.
 */
function fingerprint(spec: Omit<ContainerSpec, "labels">): string {
  const ranges = spec.environment["AGENT_SANDBOX_GITHUB_RANGES"] === "" ? "closed" : "open";
  const environment = { ...spec.environment, AGENT_SANDBOX_GITHUB_RANGES: ranges };
  const mounts = spec.mounts.map((mount) =>
    mount.type === "bind" && mount.target === POLICY
      ? { ...mount, source: basename(mount.source) }
      : mount,
  );
  return hashOf({ ...spec, mounts, environment });
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

function labelsOf(plan: SandboxPlan): Record<string, string> {
  return {
    [LABEL.workspace]: plan.workspace.path,
    [LABEL.hash]: plan.workspace.hash,
    [LABEL.mode]: plan.branch ? "branch" : "bind",
    ...(plan.branch && { [LABEL.branch]: plan.branch.name }),
    ...(plan.agent && { [LABEL.agent]: plan.agent.name }),
    [LABEL.workdir]: plan.workdir,
  };
}

function mountsOf(plan: SandboxPlan): ContainerSpec["mounts"] {
  const files = plan.mounts.map((mount) => placeless(mount, plan));
  const homes = homeVolumesOf(plan).map(({ volume, target }) => ({
    type: "volume" as const,
    source: volume,
    target,
    readonly: false,
  }));
  return [...files, ...homes];
}

function placeless(mount: Mount, { workspace }: SandboxPlan): DockerMount | VolumePart {
  if (mount.mode === "hidden") return hide(mount);
  const { source, volume, target, mode } = mount;
  const common = { target, readonly: mode === "ro" };
  if (volume === undefined) {
    return { type: "bind", source, ...common, ...(mode === "ro" && { alone: true }) };
  }
  const name = VOLUME_NAME[volume](workspace);
  if (source === "") return { type: "volume", source: name, ...common };
  return { type: "part", volume: name, source, ...common };
}

function hide({ kind, source, target }: HiddenMount): DockerMount {
  if (kind === "directory") return { type: "tmpfs", target, readonly: true };
  return { type: "bind", source, target, readonly: true };
}

const VOLUME_NAME = { shelf: shelfVolume, gate: gateVolume };

/** What the image's PID 1 reads; `base-image/README.md` describes each. */
function setupEnvironment(plan: SandboxPlan) {
  const { user, network, mounts, commands, onLostMount, branch, record } = plan;
  return {
    AGENT_SANDBOX_UID: user.uid.toString(),
    AGENT_SANDBOX_GID: user.gid.toString(),
    AGENT_SANDBOX_HOSTS: network.hosts.join(" "),
    AGENT_SANDBOX_DENIED_HOSTS: network.deniedHosts.join(" "),
    AGENT_SANDBOX_MIRROR_HOSTS: network.mirrorHosts.join(" "),
    AGENT_SANDBOX_GITHUB_RANGES: network.githubRanges.join(" "),
    AGENT_SANDBOX_PORTS: network.ports.join(" "),
    ...(network.dns.length > 0 && { AGENT_SANDBOX_DNS: network.dns.join(" ") }),
    AGENT_SANDBOX_PUBLISHED: network.published.map(portKey).join(" "),
    AGENT_SANDBOX_MOUNTS: mounts.map(mountLine).join("\n"),
    AGENT_SANDBOX_ON_LOST_MOUNT: onLostMount,
    ...(commands.length > 0 && {
      AGENT_SANDBOX_COMMANDS: commands.map(({ name, does }) => `${does} ${name}`).join("\n"),
    }),
    ...(branch && { AGENT_SANDBOX_GATE: "1" }),
    ...(!network.localhost && { AGENT_SANDBOX_LOOPBACK: "closed" }),
    ...(record === "all" && { AGENT_SANDBOX_RECORD: "all" }),
  };
}

function mountLine({ mode, target }: Mount): string {
  return `${MODE[mode]} ${target}`;
}

const MODE = { ro: "ro", rw: "rw", hidden: "no" } satisfies Record<Mount["mode"], string>;

/** A container port as Docker writes it: `8080/tcp`. */
export function portKey({ containerPort, protocol }: ContainerSpec["published"][number]): string {
  return `${containerPort.toString()}/${protocol}`;
}
