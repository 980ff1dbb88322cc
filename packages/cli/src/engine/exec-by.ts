import { cannotKeep, type ExitStatus, SandboxError } from "@agent-sandbox/core";
import { readWorkspace } from "@agent-sandbox/host";
import { engineChoice } from "@agent-sandbox/policy";

import { execInWorkspace, type ExecRequest } from "../exec-in-workspace.ts";
import { ENGINE_FLAG } from "../flags/open-flags.ts";
import { loadFileLayers, type PolicyOf } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";

/** One that runs programs, or whichever of them is ready. */
export type EngineWord = (typeof ENGINE_FLAG.options)[number];

/** Fails with USAGE. */
export function engineWord(name: string | undefined): EngineWord | undefined {
  const word = ENGINE_FLAG.options.find((one) => one === name);
  if (name === undefined || word !== undefined) return word;
  throw new SandboxError(
    "USAGE",
    `Cannot run by ${JSON.stringify(name)}: there is no such engine`,
    { hint: "There are docker, bwrap and auto; without --engine the configuration says which" },
  );
}

/** Runs a command in the workspace's sandbox by the engine that was asked for. */
export async function execBy(
  word: EngineWord | undefined,
  request: ExecRequest,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  if ((await engineOf(word, request, surroundings)) === "docker")
    return await execInWorkspace(request, surroundings);
  const { execOnHostEngine } = await import("./exec-on-host-engine.ts");
  return await execOnHostEngine(request, surroundings);
}

/**
 * The engine of the flag, and without one that of the configuration; a branch is a container's. Fails with
 * POLICY_UNSUPPORTED where that is the virtual one.
 */
export async function engineOf(
  word: EngineWord | undefined,
  request: Pick<ExecRequest, "path" | "configFile" | "branch">,
  surroundings: Surroundings,
): Promise<"docker" | "bwrap"> {
  const wanted = word ?? (await configuredEngine(request, surroundings));
  if (wanted !== "auto") return wanted;
  if (request.branch !== undefined) {
    surroundings.say("Engine: docker, which alone has branches");
    return "docker";
  }
  // Loaded when it is needed.
  const { chooseEngine } = await import("./choose-engine.ts");
  return await chooseEngine(request, surroundings);
}

async function configuredEngine(
  { path, configFile }: PolicyOf,
  surroundings: Surroundings,
): Promise<EngineWord> {
  const workspace = readWorkspace(path).path;
  const layers = await loadFileLayers({ path: workspace, configFile }, surroundings);
  const { value, source } = engineChoice(layers);
  if (value !== "virtual") return value;
  throw cannotKeep(
    source,
    "no program of this machine runs in memory",
    'Run "agent-sandbox virtual", or name another engine by --engine',
  );
}
