import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import { resolveConfigDir, type Environment } from "../state/directories.ts";
import { filesIn, onlyOne } from "./only-file.ts";
import { type FileLayer, type LayerMemo, recallLayer } from "./layer-memo.ts";
import { type ProjectFile, readNamed, readProjectFile } from "./project-file.ts";
import { readConfig } from "./read-config.ts";

export interface LayerRequest {
  /** The workspace's absolute path. */
  readonly workspace: string;
  /** `--config`: read instead of the workspace's own file. */
  readonly configFile?: string | undefined;
  readonly env: Environment;
  readonly home: string;
  /** Where files that were parsed before are remembered; each is parsed without it. */
  readonly memo?: LayerMemo | undefined;
}

/**
 * The user's layer and the project's, as far as there are files for them. Fails with
 * CONFIG_CONFLICT where two files claim one layer, and with CONFIG_INVALID for a file that cannot be
 * read or used: a config that exists is never passed over.
 */
export async function loadLayers(request: LayerRequest): Promise<readonly FileLayer[]> {
  const layers = await Promise.all([loadUserLayer(request), loadProjectLayer(request)]);
  return layers.filter((layer) => layer !== undefined);
}

/** The user's alone; undefined where there is no file. Fails as `loadLayers` does. */
export async function loadUserLayer({
  env,
  home,
  memo,
}: Pick<LayerRequest, "env" | "home" | "memo">): Promise<FileLayer | undefined> {
  const file = onlyOne(filesIn(resolveConfigDir(env, home)));
  if (file === undefined) return undefined;
  // People keep their own config in a repository of dotfiles and link to it.
  const config = await readConfig(file, { links: "follow" });
  if (config === undefined) return undefined;
  return await recallLayer(config, { layer: "user", file, lines: config.lines }, memo);
}

/** The project's alone, likewise. */
export async function loadProjectLayer(
  request: Pick<LayerRequest, "workspace" | "configFile" | "memo">,
): Promise<FileLayer | undefined> {
  const found =
    request.configFile === undefined
      ? await readProjectFile(request.workspace)
      : await readRequested(resolve(request.configFile));
  if (found === undefined) return undefined;
  const { config, ...source } = found;
  const named = { layer: "project", ...source, lines: config.lines } as const;
  return await recallLayer(config, named, request.memo);
}

async function readRequested(file: string): Promise<ProjectFile> {
  const found = await readNamed(file, "follow");
  if (found !== undefined) return found;
  const state = existsSync(file) ? 'it has no section "sandbox"' : "it does not exist";
  throw new SandboxError("CONFIG_INVALID", `Cannot read "${file}": ${state}`, {
    hint: "Check the path after --config",
  });
}
