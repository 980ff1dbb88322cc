import { join } from "node:path";
import { resolveConfigDir } from "../state/directories.ts";
import type { LayerRequest } from "./load-layers.ts";
import { filesIn, onlyOne } from "./only-file.ts";
import { findProjectFile } from "./project-file.ts";
import { readText } from "./read-text.ts";
import { sectionIn } from "./section-file.ts";

/** The file of one layer, there or still to be made. */
export interface ConfigPlace {
  readonly layer: "user" | "project";
  readonly file: string;
  /** The section of the file that is ours; undefined where all of it is. */
  readonly section: string | undefined;
  /** What it holds; undefined while it is not there. */
  readonly text: string | undefined;
}

/**
 * Where one layer is written. Fails with CONFIG_CONFLICT where two files claim it, and with
 * CONFIG_INVALID where what is there cannot be read.
 */
export async function findConfigPlace(
  layer: ConfigPlace["layer"],
  { workspace, env, home }: Pick<LayerRequest, "workspace" | "env" | "home">,
): Promise<ConfigPlace> {
  const isUsers = layer === "user";
  const directory = isUsers ? resolveConfigDir(env, home) : join(workspace, ".agent-sandbox");
  const there = isUsers ? onlyOne(filesIn(directory)) : await findProjectFile(workspace);
  const file = there ?? join(directory, "config.jsonc");
  // As when it is loaded: a link in a repository may be the work of whoever wrote the repository.
  const text = readText(file, { links: isUsers ? "follow" : "refuse" });
  return { layer, file, section: sectionIn(file), text };
}
