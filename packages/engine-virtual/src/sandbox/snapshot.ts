import { SandboxError } from "@agent-sandbox/core";

import type { KeptState } from "./open-state.ts";

/** All that a sandbox is at one moment: files, directory, variables, functions and options. */
export interface VirtualSnapshot {
  readonly takenAt: Date;
}

const kept = new WeakMap<VirtualSnapshot, KeptState>();

export function snapshotOf(state: KeptState, takenAt = new Date()): VirtualSnapshot {
  const snapshot = Object.freeze({ takenAt });
  kept.set(snapshot, state);
  return snapshot;
}

export function stateOf(snapshot: VirtualSnapshot): KeptState {
  const state = kept.get(snapshot);
  if (state !== undefined) return state;
  throw new SandboxError("USAGE", "Cannot restore: this is no snapshot of a sandbox");
}
