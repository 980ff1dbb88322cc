import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { checkRanges, parseMeta, parseRangeLines } from "../../src/github/parse-ranges.ts";

describe("parseMeta", () => {
  it("joins web, api and git, once each", () => {
    const answer = {
      web: ["192.0.2.0/24"],
      api: ["192.0.2.0/24", "2001:db8::/32"],
      git: ["198.51.100.1/32"],
      actions: ["0.0.0.0/0"],
    };
    expect(parseMeta(answer)).toEqual(["192.0.2.0/24", "198.51.100.1/32", "2001:db8::/32"]);
  });

  it.each([null, 1, [], {}, { web: [], api: [] }, { web: [], api: [], git: [] }])(
    "takes %j for no answer",
    (answer) => {
      expect(parseMeta(answer)).toBeUndefined();
    },
  );
});

describe("checkRanges", () => {
  it.each([
    "0.0.0.0/0",
    "10.0.0.0/8",
    "::/0",
    "2000::/3",
    "192.0.2.1",
    "192.0.2.0/33",
    "x/24",
    "fe80::1%a/64",
    7,
  ])("refuses a whole list for %j in it", (range) => {
    expect(checkRanges(["192.0.2.0/24", range])).toBeUndefined();
  });

  it("refuses a list without end", () => {
    expect(checkRanges(Array.from({ length: 2001 }, () => "192.0.2.0/24"))).toBeUndefined();
  });
});

describe("parseRangeLines", () => {
  it("reads the shipped list", async () => {
    const file = join(import.meta.dirname, "../../../../base-image/github-ranges");
    const ranges = parseRangeLines(await readFile(file, "utf8"));
    expect(ranges).toContain("140.82.112.0/20");
  });
});
