import { describe, expect, it } from "@jest/globals";
import { parseLayer } from "../../src/config/parse-layer.ts";

describe("parseLayer", () => {
  it("calls a wrong value of the command line wrong usage", () => {
    expect(() => parseLayer({ container: { cpus: -1 } }, { layer: "flags" })).toThrow(
      expect.objectContaining({
        code: "USAGE",
        message: "Cannot use the command line: container.cpus: must be at least 0.01",
      }),
    );
  });

  it("says of a whole document what it must be", () => {
    expect(() => parseLayer([], { layer: "user", file: "/c.json" })).toThrow(
      expect.objectContaining({
        code: "CONFIG_INVALID",
        message: 'Cannot use "/c.json": it must be an object, not a list',
      }),
    );
  });
});
