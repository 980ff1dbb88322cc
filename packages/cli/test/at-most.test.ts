import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { atMost } from "../src/at-most.ts";

describe("atMost", () => {
  it("never has more under way than it may, and keeps the items' order", async () => {
    let busy = 0;
    let most = 0;
    const results = await atMost(3, [50, 10, 30, 1, 20, 5], async (wait) => {
      busy += 1;
      most = Math.max(most, busy);
      await sleep(wait);
      busy -= 1;
      return wait;
    });
    expect(results).toEqual([50, 10, 30, 1, 20, 5]);
    expect(most).toBe(3);
  });

  it("does nothing for nobody", async () => {
    await expect(atMost(3, [], () => Promise.reject(new Error("asked")))).resolves.toEqual([]);
  });

  it("fails as the first that fails", async () => {
    const work = async (item: number) => {
      await sleep(item);
      throw new Error(item.toString());
    };
    await expect(atMost(2, [20, 5, 1], work)).rejects.toThrow("5");
  });
});
