export { connectDocker, probeDocker } from "./connect.ts";
export { DockerEngine } from "./docker-engine.ts";
export { describePlan } from "./docker-run.ts";
export { findContainers, type FoundContainer } from "./find-container.ts";
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
export { releaseEnded, stopSandbox } from "./stop-sandbox.ts";
export { createVolumes, volumesOf } from "./volumes.ts";
