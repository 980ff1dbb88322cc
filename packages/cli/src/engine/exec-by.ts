import { type ExitStatus, SandboxError } from "@agent-sandbox/core";

import { execInWorkspace, type ExecRequest } from "../exec-in-workspace.ts";
import { ENGINE_FLAG } from "../flags/open-flags.ts";
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
    { hint: "There are docker, which is meant without --engine, bwrap, and auto" },
  );
}

/** Runs a command in the workspace's sandbox by the engine that was asked for: docker without a word. */
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

/** A branch is a container's. */
export async function engineOf(
  word: EngineWord | undefined,
  request: Pick<ExecRequest, "path" | "configFile" | "branch">,
  surroundings: Surroundings,
): Promise<"docker" | "bwrap"> {
  if (word !== "auto") return word ?? "docker";
  if (request.branch !== undefined) return "docker";
  // Loaded when it is needed.
  const { chooseEngine } = await import("./choose-engine.ts");
  return await chooseEngine(request, surroundings);
}
