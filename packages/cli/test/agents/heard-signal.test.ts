import { describe, expect, it } from "@jest/globals";

import type { ForwardedSignal } from "@agent-sandbox/core";

import { HeardSignal } from "../../src/agents/heard-signal.ts";

function heard(...names: readonly ForwardedSignal[]) {
  const handed: ForwardedSignal[] = [];
  const signals = new HeardSignal({
    onSignal: (listener) => {
      for (const name of names) listener(name);
      return () => undefined;
    },
  });
  signals.onSignal((name) => handed.push(name));
  return { signals, handed };
}

describe("HeardSignal", () => {
  it("hands every signal on", () => {
    expect(heard("SIGINT", "SIGTERM").handed).toEqual(["SIGINT", "SIGTERM"]);
  });

  it("takes a 0 after a signal for what the signal means, and leaves any other status", () => {
    expect(heard("SIGINT").signals.statusAfter(0)).toBe(130);
    expect(heard("SIGINT", "SIGTERM").signals.statusAfter(0)).toBe(143);
    expect(heard("SIGINT").signals.statusAfter(1)).toBe(1);
    expect(heard().signals.statusAfter(0)).toBe(0);
  });
});
