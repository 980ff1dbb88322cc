export { connectDocker, probeDocker } from "./connect.ts";
export { DockerEngine } from "./docker-engine.ts";
export { describePlan } from "./describe-plan.ts";
export { findContainers, type FoundContainer, type SandboxFilter } from "./find-container.ts";
export { ensureGate, findGate, type GatePorts, stopGateIfIdle } from "./gate.ts";
export type { GateRepository, GateRequest } from "./gate-spec.ts";
export { openGitSession, type SessionPorts } from "./git-session.ts";
export {
  buildBaseImage,
  type BaseImagePorts,
  type BaseImageReport,
} from "./image/build-base-image.ts";
export type { BuildStep } from "./image/build-output.ts";
export { buildRepoImage, repoImageName } from "./image/build-repo-image.ts";
export { findImage } from "./image/find-image.ts";
export { lintRepoDockerfile } from "./image/lint-repo-dockerfile.ts";
export { openContainer, type OpenPorts } from "./open-container.ts";
export { proveReady } from "./prove-ready.ts";
export { type GatePush, pushEvents } from "./push-events.ts";
export { sandboxUsage, type SandboxUsage } from "./sandbox-usage.ts";
export { releaseEnded, type StopPorts, type StopRequest, stopSandbox } from "./stop-sandbox.ts";
export { createVolumes, gateVolume, shelfVolume, volumesOf } from "./volumes.ts";
