export { connectDocker, probeDocker } from "./connect.ts";
export { DockerEngine } from "./docker-engine.ts";
export { findContainers, type FoundContainer } from "./find-container.ts";
export { repoImageName } from "./names.ts";
export type { OpenPorts } from "./open-container.ts";
export { releaseEnded, stopSandbox } from "./stop-sandbox.ts";
export { volumesOf } from "./volumes.ts";
