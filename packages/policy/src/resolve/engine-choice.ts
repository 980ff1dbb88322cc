import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import type { EngineChoice } from "../schema/engine.ts";
import type { Sourced } from "../source.ts";
import { byRank } from "./by-rank.ts";
import { type Key, lastOr } from "./gather.ts";
import { withoutLocked } from "./without-locked.ts";

export const ENGINE: Key<EngineChoice> = { path: ["engine"], read: ({ engine }) => engine };

/** What these layers want the sandbox made by; asked before there is an engine to resolve the rest for. */
export function engineChoice(layers: readonly PolicyLayer[]): Sourced<EngineChoice> {
  return lastOr(byRank(withoutLocked(layers)), ENGINE, DEFAULTS.engine);
}
