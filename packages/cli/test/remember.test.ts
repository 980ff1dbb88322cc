import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { remember } from "../src/remember.ts";

/** Counts how often it is asked. */
const counter = () => {
  let count = 0;
  return async () => {
    await sleep(0);
    count += 1;
    return count;
  };
};

describe("remember", () => {
  it("gives what it has for one key, and asks again for another", async () => {
    const get = remember(60_000, counter());
    expect([await get("a"), await get("a"), await get("b"), await get("a")]).toEqual([1, 1, 2, 3]);
  });

  it("asks again once its time is over", async () => {
    const get = remember(20, counter());
    expect(await get("a")).toBe(1);
    await sleep(30);
    expect(await get("a")).toBe(2);
  });

  it("keeps no failure", async () => {
    const next = counter();
    const get = remember(60_000, async () => {
      const count = await next();
      if (count === 1) throw new Error("first");
      return count;
    });
    await expect(get("a")).rejects.toThrow("first");
    await expect(get("a")).resolves.toBe(2);
  });
});
