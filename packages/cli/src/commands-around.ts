import { realpath } from "node:fs/promises";

import type { SandboxPlan } from "@agent-sandbox/core";
import { describeGate } from "@agent-sandbox/engine-docker";
import { readRepository, recordAhead, resolveStateDir } from "@agent-sandbox/host";

import { placeholderCommands } from "./placeholder-commands.ts";
import type { Context } from "./engine-ports.ts";

interface ShownPlan {
  readonly plan: SandboxPlan;
  /** What was read in place of the project's configuration. */
  readonly configFile: string | undefined;
}

/** What `open` does before it starts a plan's container and after that, as commands to paste. */
export interface CommandsAround {
  readonly before: readonly (readonly string[])[];
  readonly after: readonly (readonly string[])[];
}

/** In bind mode the placeholders; for a branch its worktree, and the gate once its sandbox runs. */
export async function commandsAround(
  shown: ShownPlan,
  { surroundings, ports, signal }: Context,
): Promise<CommandsAround> {
  const { env, home } = surroundings;
  const { plan } = shown;
  if (plan.branch) {
    const repository = await readRepository(plan.workspace, { env, signal });
    return {
      before: [await checkoutCommand(shown, plan.branch.name)],
      after: [await describeGate({ plan, repository }, ports.lock)],
    };
  }
  const record = recordAhead(resolveStateDir(env, home), {
    workspaceHash: plan.workspace.hash,
    workspacePath: plan.workspace.path,
    placeholders: plan.placeholders,
  });
  return { before: placeholderCommands(plan, record), after: [] };
}

/** It builds the image too, where that is not there yet. */
async function checkoutCommand(
  { plan, configFile }: ShownPlan,
  branch: string,
): Promise<readonly string[]> {
  const config = configFile === undefined ? [] : ["--config", await realpath(configFile)];
  return ["agent-sandbox", "checkout", branch, plan.workspace.path, ...config];
}
