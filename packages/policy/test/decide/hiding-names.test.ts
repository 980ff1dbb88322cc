import { describe, expect, it } from "@jest/globals";
import { decide, hidingNames, parsePolicy, resolvePolicy } from "../../src/index.ts";

const CONTEXT = { engine: "docker", workspace: "/w", home: "/home/ann", temp: "/tmp" } as const;
const policy = resolvePolicy(
  [
    parsePolicy(
      {
        filesystem: {
          exclude: ["private", "data/*.bin"],
          "blocked-patterns": ["config/**/prod?", "dumps/**"],
        },
      },
      { layer: "user" },
    ),
  ],
  CONTEXT,
);
const mayHide = hidingNames(policy.filesystem);

const isHidden = (path: string) =>
  decide(policy, { operation: "read", target: { path, real: path } }).effect === "deny";

describe("hidingNames", () => {
  it.each([
    "/w/.env",
    "/w/a/.ENV.local",
    "/w/a/My-Credentials.txt",
    "/w/.aws",
    "/w/private",
    "/w/data/x.bin",
    "/w/config/eu/prod1",
    "/w/dumps/any",
    "/w/\u00c4.PEM",
  ])("never says no to the name by which %s is hidden", (path) => {
    expect(isHidden(path)).toBe(true);
    expect(mayHide(path.slice(path.lastIndexOf("/") + 1))).toBe(true);
  });

  it("says no to other names, where no pattern ends in any name", () => {
    const { filesystem } = resolvePolicy([], CONTEXT);
    const names = ["src", "index.ts", "env", "x.env", "keys", "package.json"];
    expect(names.filter(hidingNames(filesystem))).toEqual([]);
  });
});
