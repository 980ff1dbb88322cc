import { resolve } from "node:path";

import { parseLayer } from "@agent-sandbox/host";
import { engineChoice } from "@agent-sandbox/policy";

import { loadFileLayers } from "../load-policy.ts";
import { processSurroundings } from "../surroundings.ts";
import type { Policy } from "./policy.ts";
import type { Opening } from "./opening.ts";
import type { EngineName, OpenOptions, Sandbox } from "./sandbox.ts";

/** An engine is loaded when it is asked for. */
const OPENERS: Readonly<Record<EngineName, (opening: Opening) => Promise<Sandbox>>> = {
  bwrap: async (opening) => await (await import("./open-bwrap.ts")).openBwrap(opening),
  docker: async (opening) => await (await import("./open-docker.ts")).openDocker(opening),
  virtual: async (opening) => await (await import("./open-virtual.ts")).openInMemory(opening),
};

/**
 * Opens a sandbox under a policy, which is in the place of the workspace's configuration; the user's own
 * still counts. Whoever calls it vouches for the policy: nobody is asked. What is run is on record, where
 * that of the command line is.
 *
 * @example
 * await using sandbox = await open({ network: false }, { engine: "bwrap" });
 * const { exitCode, stdout } = await sandbox.exec(["npm", "test"]);
 */
export async function open(policy: Policy, options: OpenOptions = {}): Promise<Sandbox> {
  const { environment, progress, signal, workspace = "." } = options;
  const own = processSurroundings({ quiet: true });
  const say = progress ?? own.say;
  const opening = {
    layer: parseLayer(policy, { layer: "project" }),
    workspace,
    surroundings: { ...own, say, ...(environment && { env: environment }) },
    signal: signal ?? new AbortController().signal,
  };
  const wanted = options.engine ?? (await wantedEngine(opening));
  const engine = wanted === "auto" ? await chosenEngine(opening) : wanted;
  return await OPENERS[engine](opening);
}

/** What the policy says, and the user's own configuration where that says nothing. */
async function wantedEngine({ layer, surroundings }: Opening): Promise<EngineName | "auto"> {
  const files = await loadFileLayers({ path: "/", given: layer }, surroundings);
  return engineChoice([...files, layer]).value;
}

async function chosenEngine({ layer, workspace, surroundings }: Opening): Promise<EngineName> {
  const { chooseEngine } = await import("../engine/choose-engine.ts");
  return await chooseEngine({ path: resolve(workspace), given: layer }, surroundings);
}
