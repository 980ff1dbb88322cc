export { connectDocker, probeDocker } from "./connect.ts";
export { DockerEngine } from "./docker-engine.ts";
export { describePlan } from "./docker-run.ts";
export { findContainers, type FoundContainer } from "./find-container.ts";
export { repoImageName } from "./names.ts";
export { openContainer, type OpenPorts } from "./open-container.ts";
export { proveReady } from "./prove-ready.ts";
export { releaseEnded, stopSandbox } from "./stop-sandbox.ts";
export { createVolumes, volumesOf } from "./volumes.ts";
