import { join } from "node:path";
import { resolveConfigDir } from "../state/directories.ts";
import { type LayerRequest, projectConfigFile, userConfigFile } from "./load-layers.ts";
import { readText } from "./read-text.ts";

/** The file of one layer, there or still to be made. */
export interface ConfigPlace {
  readonly layer: "user" | "project";
  readonly file: string;
  /** What it holds; undefined while it is not there. */
  readonly text: string | undefined;
}

/**
 * Where one layer is written. Fails with CONFIG_CONFLICT where two files claim it, and with
 * CONFIG_INVALID where what is there cannot be read.
 */
export function findConfigPlace(
  layer: ConfigPlace["layer"],
  request: Pick<LayerRequest, "workspace" | "env" | "home">,
): ConfigPlace {
  const isUsers = layer === "user";
  const there = isUsers ? userConfigFile(request) : projectConfigFile(request.workspace);
  const directory = isUsers
    ? resolveConfigDir(request.env, request.home)
    : join(request.workspace, ".agent-sandbox");
  const file = there ?? join(directory, "config.jsonc");
  // As when it is loaded: a link in a repository may be the work of whoever wrote the repository.
  return { layer, file, text: readText(file, { links: isUsers ? "follow" : "refuse" }) };
}
