import { SandboxError } from "@agent-sandbox/core";
import { imageFacts, isBuiltOn } from "@agent-sandbox/engine-docker";
import { findImage } from "@agent-sandbox/engine-docker/image";
import { loadProjectLayer, loadUserLayer } from "@agent-sandbox/host";

import { quote } from "../quote.ts";
import { untrustedConfig } from "../trust/check-trust.ts";
import { type Finding, ok, skipped, warning } from "./finding.ts";
import { ifImage, ifWorkspace } from "./if-there.ts";
import { judgeWorkspaceImage } from "./judge-image.ts";
import { judgeVolumes } from "./judge-volumes.ts";
import type { Check } from "./run-checks.ts";
import type { SharedFacts } from "./shared-facts.ts";

/** What the workspace and its configuration tell. */
export function workspaceChecks(facts: SharedFacts): readonly Check[] {
  // Who names no workspace may stand anywhere.
  const otherwise = facts.request.path === undefined ? "warning" : "problem";
  const here = (look: Check["look"]) => ifWorkspace(facts, look);
  const lookAtProject = here(() => lookAtProjectConfig(facts));
  const [image, volumes] = [here(() => lookAtImage(facts)), here(() => lookAtVolumes(facts))];
  return [
    { name: "user-config", look: () => lookAtUserConfig(facts), otherwise: "problem" },
    { name: "project-config", look: lookAtProject, otherwise: "problem" },
    { name: "workspace", look: () => lookAtWorkspace(facts), otherwise },
    { name: "image", look: ifImage(facts, image), otherwise },
    { name: "volumes", look: ifImage(facts, volumes), otherwise: "warning" },
  ];
}

async function lookAtUserConfig({ surroundings }: SharedFacts): Promise<Finding> {
  const layer = await loadUserLayer(surroundings);
  return ok(layer === undefined ? "there is none" : `"${layer.source.file ?? "?"}" is valid`);
}

async function lookAtProjectConfig({
  workspace,
  request,
  surroundings,
}: SharedFacts): Promise<Finding> {
  const { configFile } = request;
  const { path } = (await workspace()).workspace;
  const layer = await loadProjectLayer({ workspace: path, configFile });
  if (layer === undefined) return ok("there is none");
  const valid = `"${layer.source.file ?? "?"}" is valid`;
  // What is wrong with the user's own has a check of its own.
  const user = await loadUserLayer(surroundings).catch(() => undefined);
  const layers = user === undefined ? [layer] : [user, layer];
  if (untrustedConfig({ path, layers, configFile }, surroundings) === undefined) return ok(valid);
  const hint = `Read it, and accept it with: ${quote(["agent-sandbox", "trust", path])}`;
  return warning(`${valid}, and nobody has accepted what it asks for`, hint);
}

/** Everything that is read and decided before a sandbox opens. */
async function lookAtWorkspace({ plan }: SharedFacts): Promise<Finding> {
  try {
    const { workspace, user } = await plan();
    return ok(`"${workspace.path}" can be sandboxed, as uid ${user.uid.toString()}`);
  } catch (error) {
    if (!isOfConfiguration(error)) throw error;
    return skipped("its configuration cannot be used");
  }
}

/** Which has a check of its own. */
function isOfConfiguration(error: unknown): boolean {
  return error instanceof SandboxError && error.code.startsWith("CONFIG_");
}

async function lookAtImage(facts: SharedFacts): Promise<Finding> {
  const [{ docker }, base] = await Promise.all([facts.docker(), facts.baseImage()]);
  const plan = await facts.plan().catch(() => undefined);
  if (plan === undefined) return skipped("the workspace cannot be used");
  const { image: name } = plan.container;
  const image = await findImage(docker, name);
  const layers = image && (await imageFacts(docker, image.Id));
  return judgeWorkspaceImage({ name, isOnBase: layers && isBuiltOn(layers, base) });
}

async function lookAtVolumes({ workspace, baseImage, inside }: SharedFacts): Promise<Finding> {
  const [{ user }, { name }, { volumes }] = await Promise.all([workspace(), baseImage(), inside()]);
  return judgeVolumes({ ...user, image: name, volumes });
}
