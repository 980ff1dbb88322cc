import { type ConfigPlace, findConfigPlace, readWorkspace } from "@agent-sandbox/host";
import * as Flags from "@oclif/core/flags";

import type { Surroundings } from "../surroundings.ts";

/** Which of the two files is meant. */
export const layerFlags = {
  user: Flags.boolean({
    description: "your own file, for all workspaces",
    exclusive: ["project"],
  }),
  project: Flags.boolean({ description: "the workspace's file", exclusive: ["user"] }),
};

export interface LayerFlags {
  readonly user: boolean;
  readonly project: boolean;
}

/** The file to change: the project's, unless the user's is asked for. */
export async function placeToChange(
  path: string,
  { user }: LayerFlags,
  surroundings: Surroundings,
): Promise<ConfigPlace> {
  return await placeOf(user ? "user" : "project", path, surroundings);
}

/** The files to look into, the strongest first. */
export async function placesToRead(
  path: string,
  { user, project }: LayerFlags,
  surroundings: Surroundings,
): Promise<readonly ConfigPlace[]> {
  const layers = (["project", "user"] as const).filter(
    (layer) => !(layer === "user" ? project : user),
  );
  return await Promise.all(layers.map((layer) => placeOf(layer, path, surroundings)));
}

async function placeOf(
  layer: ConfigPlace["layer"],
  path: string,
  { env, home }: Surroundings,
): Promise<ConfigPlace> {
  // The user's own file belongs to no workspace.
  const workspace = layer === "user" ? path : readWorkspace(path).path;
  return await findConfigPlace(layer, { workspace, env, home });
}
