import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import type { LayerSource, PolicyLayer } from "@agent-sandbox/policy";
import { errnoOf } from "../errno.ts";
import { resolveConfigDir, type Environment } from "../state/directories.ts";
import { parseLayer } from "./parse-layer.ts";
import { readConfig } from "./read-config.ts";

export interface LayerRequest {
  /** The workspace's absolute path. */
  readonly workspace: string;
  /** `--config`: read instead of the workspace's own file. */
  readonly configFile?: string | undefined;
  readonly env: Environment;
  readonly home: string;
}

const NAMES = ["config.json", "config.jsonc", "config.yaml"];

/**
 * The user's layer and the project's, as far as there are files for them. Fails with
 * CONFIG_CONFLICT where two files claim one layer, and with CONFIG_INVALID for a file that cannot be
 * read or used: a config that exists is never passed over.
 */
export async function loadLayers(request: LayerRequest): Promise<readonly PolicyLayer[]> {
  const layers = await Promise.all([loadUserLayer(request), loadProjectLayer(request)]);
  return layers.filter((layer) => layer !== undefined);
}

/** The user's alone; undefined where there is no file. Fails as `loadLayers` does. */
export async function loadUserLayer({
  env,
  home,
}: Pick<LayerRequest, "env" | "home">): Promise<PolicyLayer | undefined> {
  const file = userConfigFile({ env, home });
  // People keep their own config in a repository of dotfiles and link to it.
  return file === undefined ? undefined : await readLayer({ layer: "user", file }, "follow");
}

/** The project's alone, likewise. */
export async function loadProjectLayer(
  request: Pick<LayerRequest, "workspace" | "configFile">,
): Promise<PolicyLayer | undefined> {
  if (request.configFile !== undefined) return await namedLayer(resolve(request.configFile));
  const file = projectConfigFile(request.workspace);
  return file === undefined ? undefined : await readLayer({ layer: "project", file }, "refuse");
}

/** The user's config file where there is one. Fails with CONFIG_CONFLICT where there are two. */
export function userConfigFile({
  env,
  home,
}: Pick<LayerRequest, "env" | "home">): string | undefined {
  return onlyFile(resolveConfigDir(env, home));
}

/** The project's, likewise. */
export function projectConfigFile(workspace: string): string | undefined {
  const directory = join(workspace, ".agent-sandbox");
  return isOwnDirectory(directory) ? onlyFile(directory) : undefined;
}

async function namedLayer(file: string): Promise<PolicyLayer> {
  const layer = await readLayer({ layer: "project", file }, "follow");
  if (layer !== undefined) return layer;
  throw new SandboxError("CONFIG_INVALID", `Cannot read "${file}": it does not exist`, {
    hint: "Check the path after --config",
  });
}

async function readLayer(
  source: LayerSource & { readonly file: string },
  links: "follow" | "refuse",
): Promise<PolicyLayer | undefined> {
  const config = await readConfig(source.file, { links });
  return config && parseLayer(config.value, { ...source, lines: config.lines });
}

/** The one config file of a directory, by its path. */
function onlyFile(directory: string): string | undefined {
  const files = NAMES.map((name) => join(directory, name));
  const [file, second] = files.filter((name) => kindOf(name) !== undefined);
  if (file === undefined || second === undefined) return file;
  throw new SandboxError("CONFIG_CONFLICT", `Cannot choose between "${file}" and "${second}"`, {
    hint: "Keep one of them",
  });
}

/**
 * Whether the project's config directory is there. A link may be the work of whoever wrote the
 * repository and lead anywhere on this machine: it is refused, not followed.
 */
function isOwnDirectory(directory: string): boolean {
  const kind = kindOf(directory);
  if (kind === undefined || kind === "directory") return kind === "directory";
  const state = kind === "link" ? "it is a link" : "it is not a directory";
  throw new SandboxError("CONFIG_INVALID", `Cannot read "${directory}": ${state}`, {
    hint: "Put a directory in its place or remove it",
  });
}

function kindOf(path: string): "directory" | "link" | "other" | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (stats.isDirectory()) return "directory";
    return stats.isSymbolicLink() ? "link" : "other";
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return undefined;
    throw new SandboxError("CONFIG_INVALID", `Cannot read "${path}": permission denied`, {
      hint: `See who may read it: ls -ld "${path}"`,
      cause: error,
    });
  }
}
