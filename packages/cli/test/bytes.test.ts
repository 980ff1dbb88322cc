import { describe, expect, it } from "@jest/globals";

import { formatBytes } from "../src/bytes.ts";

describe("formatBytes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.00 kB"],
    [12_345, "12.3 kB"],
    [999_499, "999 kB"],
    [999_600, "1.00 MB"],
    [1_321_769_273, "1.32 GB"],
  ])("%d bytes are %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
