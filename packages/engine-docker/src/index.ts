export { isAbsent } from "./answers.ts";
export type { ContainerRecord } from "./container-record.ts";
export { connectDocker, endpointName, probeDocker } from "./connect.ts";
export { dockerFacts, type DockerFacts } from "./doctor/docker-facts.ts";
export { lookInside } from "./doctor/look-inside.ts";
export type { InsideFacts, ProgramFacts, VolumeFacts } from "./doctor/parse-inside.ts";
export { proveFirewall } from "./doctor/prove-firewall.ts";
export { DockerEngine } from "./docker-engine.ts";
export { describePlan } from "./describe-plan.ts";
export { findContainers, type FoundContainer, type SandboxFilter } from "./find-container.ts";
export { describeGate, ensureGate, findGates, type GatePorts, stopGateIfIdle } from "./gate.ts";
export type { GateRepository, GateRequest } from "./gate-spec.ts";
export { openGitSession, type SessionPorts } from "./git-session.ts";
export { distinctBytes, imageFacts, isBuiltOn } from "./disk/image-facts.ts";
export { inventory } from "./disk/inventory.ts";
export type { KeptItem } from "./disk/kept-item.ts";
export { removeItem } from "./disk/remove-item.ts";
export { readDockerSocket } from "./docker-socket.ts";
export { findUsable } from "./find-usable.ts";
export { holdSandboxes, type SandboxName } from "./hold-sandboxes.ts";
export { shelfOwner } from "./shelf-owner.ts";
export { repoImageName } from "./names.ts";
export { openContainer, type OpenPorts } from "./open-container.ts";
export { type NameState, openName } from "./open-name.ts";
export { proveReady } from "./prove-ready.ts";
export { recordedEvents } from "./recorded-events.ts";
export { sandboxState, type SandboxState } from "./sandbox-state.ts";
export { sandboxUsage, type SandboxUsage } from "./sandbox-usage.ts";
export { removeSandbox } from "./remove-sandbox.ts";
export { releaseEnded, type StopPorts, type StopRequest, stopSandbox } from "./stop-sandbox.ts";
export { ensureAgentVolume } from "./volume-files/agent-volume.ts";
export { volumeFiles } from "./volume-files/volume-files.ts";
export type { VolumeRequest } from "./volume-files/volume-spec.ts";
export {
  agentVolume,
  createVolumes,
  gateVolume,
  shelfVolume,
  volumeExists,
  type VolumeOwner,
  volumesOf,
} from "./volumes.ts";
