import { describe, expect, it } from "@jest/globals";
import { parseKey } from "../../src/config/parse-key.ts";

describe("parseKey", () => {
  it.each([
    ["network", ["network"]],
    ["network.denied-domains[0]", ["network", "denied-domains", 0]],
    ["environment.set.TZ", ["environment", "set", "TZ"]],
    ["sandbox.enabled", ["enabled"]],
  ])("reads %s", (written, path) => {
    expect(parseKey(written)).toEqual(path);
  });

  it.each(["", "sandbox", ".", "a..b", "a[", "a[b]", "a[0", "a]", "a[-1]"])(
    "refuses %j",
    (written) => {
      expect(() => parseKey(written)).toThrow(expect.objectContaining({ code: "USAGE" }));
    },
  );
});
