import type { EngineName, ResolvedPolicy } from "@agent-sandbox/policy";
import { engineChoice, resolvePolicy } from "@agent-sandbox/policy";

import { bwrapPolicy } from "../bwrap/bwrap-policy.ts";
import { dockerPolicy, linksTo, loadFileLayers, type PolicyOf } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";

/** The policy as the engine gets it that the configuration names: what people ask about is what holds. */
export async function loadShownPolicy(
  of: PolicyOf,
  surroundings: Surroundings,
): Promise<ResolvedPolicy> {
  const layers = await loadFileLayers(of, surroundings);
  const engine = await engineFor(engineChoice(layers).value, of, surroundings);
  if (engine === "bwrap") return bwrapPolicy(layers, of.path, surroundings);
  if (engine === "docker") return dockerPolicy(layers, of.path, surroundings);
  const { home } = surroundings;
  const places = { workspace: of.path, home, temp: "/tmp", links: linksTo(home) };
  return resolvePolicy(layers, { engine, ...places });
}

async function engineFor(
  choice: EngineName | "auto",
  of: PolicyOf,
  surroundings: Surroundings,
): Promise<EngineName> {
  if (choice !== "auto") return choice;
  // Loaded when it is needed.
  const { chooseEngine } = await import("../engine/choose-engine.ts");
  return await chooseEngine(of, surroundings);
}
