import { type DecisionEvent, decisionEvent } from "@agent-sandbox/core";

import type { Recording } from "./open-egress.ts";

/** What was refused, and by which rule. */
export interface Refused {
  readonly target: string;
  readonly policy: string;
  readonly reason: string;
}

/** Refusals of one kind, and how many of them are not on record. */
interface Kind {
  readonly about: Refused;
  count: number;
  left: number;
}

/** More targets than that are one kind. */
const MOST_KINDS = 200;

/**
 * Puts on record what a proxy refuses. Whoever asks again and again does not fill the disk: of one kind the
 * first, the tenth, the hundredth and so on are recorded, with how many came before, and what is left over
 * once a run ends.
 */
export class RefusalRecord {
  readonly #kinds = new Map<string, Kind>();
  readonly #recording: () => Recording | undefined;
  readonly #workspace: string;
  #recorded: Promise<void>[] = [];

  constructor(recording: () => Recording | undefined, workspace: string) {
    this.#recording = recording;
    this.#workspace = workspace;
  }

  add(refused: Refused): void {
    const kind = this.#kindOf(refused);
    kind.count += 1;
    if (/^10*$/.test(kind.count.toString())) this.#append(kind);
    else kind.left += 1;
  }

  /** Resolves once all is on record. Fails with AUDIT_FAILED. */
  async settle(): Promise<void> {
    for (const kind of this.#kinds.values()) {
      if (kind.left === 0) continue;
      kind.left -= 1;
      this.#append(kind);
    }
    this.#kinds.clear();
    const recorded = this.#recorded;
    this.#recorded = [];
    await Promise.all(recorded);
  }

  #kindOf(refused: Refused): Kind {
    const key = JSON.stringify([refused.target, refused.policy]);
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const isRoom = this.#kinds.size < MOST_KINDS;
    const about = isRoom ? refused : { ...refused, target: "*", reason: "more targets than kept" };
    const kind = this.#kinds.get(isRoom ? key : "*") ?? { about, count: 0, left: 0 };
    this.#kinds.set(isRoom ? key : "*", kind);
    return kind;
  }

  #append(kind: Kind): void {
    const { runId, sink } = this.#recording() ?? {};
    if (runId === undefined || sink === undefined) return;
    const { left } = kind;
    const { target, policy, reason } = kind.about;
    kind.left = 0;
    const event: DecisionEvent = decisionEvent({
      ...{ engine: "bwrap", workspace: this.#workspace, runId, trust: "trusted" },
      ...{ operation: "connect", target, result: "blocked", policy, reason },
      ...(left > 0 && { suppressed: left }),
    });
    const recorded = sink.append(event);
    // Whoever settles is told; until then it is nobody's.
    recorded.catch(() => undefined);
    this.#recorded.push(recorded);
  }
}
