import { describe, expect, it } from "@jest/globals";

import { usageBetween } from "../src/sandbox-usage.ts";

const sample = (read: string, cpu: number, memory: object) =>
  ({ read, cpu_stats: { cpu_usage: { total_usage: cpu } }, memory_stats: memory }) as never;
const early = sample("2026-01-01T00:00:00.000000001Z", 1_000_000_000, {});

describe("usageBetween", () => {
  it("counts one busy CPU as 100, and leaves the page cache out", () => {
    const memory = { usage: 1000, stats: { inactive_file: 300 } };
    const late = sample("2026-01-01T00:00:00.250000001Z", 1_125_000_000, memory);
    expect(usageBetween(early, late)).toEqual({ cpuPercent: 50, memoryBytes: 700 });
  });

  it("reads the page cache of cgroup version 1 too", () => {
    const memory = { usage: 1000, stats: { total_inactive_file: 400 } };
    expect(usageBetween(early, sample("2026-01-01T00:00:01Z", 0, memory))).toEqual({
      cpuPercent: 0,
      memoryBytes: 600,
    });
  });

  it("says nothing of a container that has ended between the two", () => {
    expect(usageBetween(early, sample("0001-01-01T00:00:00Z", 0, {}))).toBeUndefined();
  });
});
