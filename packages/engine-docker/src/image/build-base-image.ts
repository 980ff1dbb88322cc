import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type Docker from "dockerode";
import { dockerFailure } from "../failures.ts";
import { LABEL } from "../labels.ts";
import { askNpmRegistry } from "./ask-npm.ts";
import { baseImageName } from "./base-image-name.ts";
import type { BootstrapPorts } from "./bootstrap-os-image.ts";
import { buildImage } from "./build-image.ts";
import type { BuildStep } from "./build-output.ts";
import { caBundleFiles, caBundlePath } from "./ca-bundle.ts";
import { chooseOsImage } from "./choose-os-image.ts";
import { dockerfileArguments } from "./dockerfile-instructions.ts";
import { findImage } from "./find-image.ts";
import {
  resolveToolVersions,
  type ToolRequest,
  type ToolVersions,
} from "./resolve-tool-versions.ts";

export interface BaseImageRequest {
  /** The directory of the base image's Dockerfile. */
  readonly context: string;
  readonly tag: string;
  readonly tools: ToolRequest;
  /** An image for the operating-system layer; undefined is the Dockerfile's default. */
  readonly osImage: string | undefined;
  /** Whether to make the operating-system layer here. */
  readonly bootstrap: boolean;
  /** A PEM file; undefined is what the environment names. */
  readonly caBundle: string | undefined;
  /** The version of agent-sandbox, for the image's labels. */
  readonly createdBy: string;
}

export interface BaseImagePorts extends BootstrapPorts {
  readonly docker: Docker;
  readonly warn: (message: string) => void;
  readonly onStep: (step: BuildStep) => void;
}

export interface BaseImageReport {
  /** `agent-sandbox-base:<tag>`. */
  readonly image: string;
  readonly id: string;
  readonly sizeBytes: number;
  readonly versions: ToolVersions;
  readonly osImage: string;
  readonly durationMs: number;
}

/**
 * Builds the base image: tool versions, certificates and registry are settled first, then the
 * operating-system layer, then the build. Fails as each part does.
 */
export async function buildBaseImage(
  request: BaseImageRequest,
  ports: BaseImagePorts,
): Promise<BaseImageReport> {
  const image = baseImageName(request.tag);
  try {
    return await settleAndBuild(image, request, ports);
  } catch (error) {
    // Also turns an abort in any part into INTERRUPTED.
    throw dockerFailure(`build the image "${image}"`, error);
  }
}

async function settleAndBuild(
  image: string,
  request: BaseImageRequest,
  ports: BaseImagePorts,
): Promise<BaseImageReport> {
  const started = performance.now();
  const { docker, env, signal } = ports;
  const defaults = dockerfileArguments(await readFile(join(request.context, "Dockerfile"), "utf8"));
  const caBundle = request.caBundle ?? caBundlePath(env);
  const [versions, registry, extraFiles] = await Promise.all([
    resolveToolVersions(request.tools, defaults, ports),
    askNpmRegistry({ env, signal }),
    caBundle === undefined ? [] : caBundleFiles(caBundle, ports.warn),
  ]);
  const osImage = await chooseOsImage(
    docker,
    {
      image: request.osImage,
      bootstrap: request.bootstrap,
      defaultImage: defaults.get("OS_IMAGE") ?? "",
    },
    ports,
  );
  const build = {
    context: request.context,
    extraFiles,
    tag: image,
    buildArgs: { OS_IMAGE: osImage, NPM_REGISTRY: registry ?? "", ...versions },
    labels: labels(request, osImage, versions),
    onStep: ports.onStep,
  };
  const id = await buildImage(docker, build, signal);
  const sizeBytes = (await findImage(docker, id))?.Size ?? 0;
  const durationMs = Math.round(performance.now() - started);
  return { image, id, sizeBytes, versions, osImage, durationMs };
}

function labels(
  { createdBy }: BaseImageRequest,
  osImage: string,
  versions: ToolVersions,
): Readonly<Record<string, string>> {
  const tools = Object.entries(versions).map(([argument, version]): readonly [string, string] => [
    `agent-sandbox.${argument
      .toLowerCase()
      .replace(/_version$/, "")
      .replaceAll("_", "-")}`,
    version,
  ]);
  return {
    ...Object.fromEntries<string>(tools),
    [LABEL.base]: "true",
    [LABEL.version]: createdBy,
    [LABEL.osImage]: osImage,
  };
}
