import { describe, expect, it } from "@jest/globals";

import { holdSandboxes } from "../src/hold-sandboxes.ts";
import { MemoryLock } from "./memory-lock.ts";

const signal = new AbortController().signal;
const workspaceHash = "f".repeat(32);

describe("holding sandboxes", () => {
  it("takes each lock once, bind mode's first, in one order whatever is asked", async () => {
    const orders = [
      [undefined, "b", "a", "b"],
      ["a", undefined, "b"],
    ].map(async (sandboxes) => {
      const lock = new MemoryLock();
      const ports = { lock, signal };
      expect(
        await holdSandboxes({ workspaceHash, sandboxes }, ports, () => Promise.resolve(7)),
      ).toBe(7);
      return lock.taken;
    });
    const [first = [], second = []] = await Promise.all(orders);
    expect(first).toHaveLength(3);
    expect(first[0]).toBe(workspaceHash);
    expect(second).toEqual(first);
  });

  it("lets one after the other work where they share a sandbox", async () => {
    const lock = new MemoryLock();
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    };
    const ports = { lock, signal };
    await Promise.all(
      [["a", "b"], ["b", "a"], ["b"]].map((sandboxes) =>
        holdSandboxes({ workspaceHash, sandboxes }, ports, work),
      ),
    );
    expect(inside).toBe(0);
  });
});
