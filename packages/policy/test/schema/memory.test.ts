import { describe, expect, it } from "@jest/globals";
import { parseMemory } from "../../src/schema/memory.ts";

const GIB = 2 ** 30;

describe("parseMemory", () => {
  it.each([
    ["4g", 4 * GIB],
    ["4G", 4 * GIB],
    ["1.5g", 1.5 * GIB],
    ["512m", GIB / 2],
    ["4GiB", 4 * GIB],
    ["4 GB", 4 * GIB],
    ["65536k", 2 ** 26],
    ["1073741824", GIB],
    [GIB, GIB],
  ])("takes %j as %d bytes", (written, bytes) => {
    expect(parseMemory(written)).toEqual({ value: bytes });
  });

  it.each(["", "4", "4x", "g", "-4g", "4gg", "1e99g", Number.NaN, Infinity, "63m"])(
    "refuses %j",
    (written) => {
      expect(parseMemory(written)).toHaveProperty("refused");
    },
  );
});
