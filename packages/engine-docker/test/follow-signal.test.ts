import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import { followSignal } from "../src/follow-signal.ts";

describe("followSignal", () => {
  it("aborts with the leader's reason, also when the leader had aborted before", () => {
    const leader = new AbortController();
    const early = followSignal(leader.signal);
    const reason = new Error("enough");
    leader.abort(reason);
    expect(early.signal.reason).toBe(reason);
    expect(followSignal(leader.signal).signal.reason).toBe(reason);
  });

  it("aborts by itself and leaves the leader alone", () => {
    const leader = new AbortController();
    const follower = followSignal(leader.signal);
    follower.abort(new Error("late"));
    leader.abort(new Error("afterwards"));
    expect(follower.signal.reason).toEqual(new Error("late"));
  });

  it("follows no more once it is disposed", () => {
    const leader = new AbortController();
    const follower = followSignal(leader.signal);
    follower[Symbol.dispose]();
    leader.abort();
    expect(follower.signal.aborted).toBe(false);
  });

  it("is not collected while the leader is there", async () => {
    const leader = new AbortController();
    const held = new WeakRef(followSignal(leader.signal).signal);
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    await sleep(1);
    collect();
    expect(held.deref()?.aborted).toBe(false);
  });
});
