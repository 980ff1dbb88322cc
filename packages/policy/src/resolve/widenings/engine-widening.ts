import { DEFAULTS } from "../../defaults.ts";
import type { EngineChoice } from "../../schema/engine.ts";
import { ENGINE } from "../engine-choice.ts";
import { heldBy, single, type Widened, type Widening } from "./widening.ts";

/** From the one that keeps the most away to the one that shares the most with this machine. */
const NEARNESS = ["virtual", "docker", "auto", "bwrap"] as const satisfies readonly EngineChoice[];

const GIVES = {
  virtual: "runs in memory",
  docker: "runs programs, in a container, and is not kept in memory",
  auto: "runs on this machine itself wherever Docker is not ready",
  bwrap: "runs on this machine itself, with all of its files and its network but what is closed",
} as const satisfies Record<EngineChoice, string>;

/** What a project's layer opens by moving its user to an engine that is nearer to this machine. */
export function engineWidening(widened: Widened): readonly Widening[] {
  const held = heldBy(widened.user, ENGINE, DEFAULTS.engine);
  return single(widened, ENGINE, {
    opens: (value) => NEARNESS.indexOf(value) > NEARNESS.indexOf(held),
    what: (value) => GIVES[value],
  });
}
