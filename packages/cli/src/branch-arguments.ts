import * as Args from "@oclif/core/args";

import { preparePlan, type Prepared } from "./prepare-plan.ts";
import { workspaceArgument } from "./sandbox-command.ts";
import type { ShelfRequest } from "./in-shelf.ts";
import { enginePorts, type Context } from "./engine-ports.ts";
import type { Surroundings } from "./surroundings.ts";

/** The `BRANCH [path]` of every command about one branch. */
export const branchArguments = {
  branch: Args.string({
    description: "the branch, as git names it",
    required: true,
    ignoreStdin: true,
  }),
  ...workspaceArgument,
};

export interface BranchContext extends Context, Prepared {
  readonly shelf: ShelfRequest;
}

/** The plan of the branch that the arguments name, and what works on its shelf. */
export async function prepareBranchContext(
  { branch, path }: { readonly branch: string; readonly path: string },
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<BranchContext> {
  const prepared = await preparePlan({ path, branch }, surroundings, signal);
  const { workspace, user, container } = prepared.plan;
  const shelf = { workspace, user, image: container.image };
  return { ...prepared, shelf, surroundings, ports: enginePorts(surroundings), signal };
}
