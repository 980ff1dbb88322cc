export { AGENT_PACKAGES } from "./agent-packages.ts";
export { askNpmVersion, type NpmAnswer } from "./ask-npm.ts";
export { baseImageName } from "./base-image-name.ts";
export { buildBaseImage, type BaseImagePorts, type BaseImageReport } from "./build-base-image.ts";
export type { BuildStep } from "./build-output.ts";
export { buildRepoImage } from "./build-repo-image.ts";
export { findImage } from "./find-image.ts";
export { lintRepoDockerfile } from "./lint-repo-dockerfile.ts";
