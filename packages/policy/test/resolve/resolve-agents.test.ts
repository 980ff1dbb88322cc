import { describe, expect, it } from "@jest/globals";
import { parsePolicy } from "../../src/parse-policy.ts";
import { resolvePolicy } from "../../src/resolve/resolve-policy.ts";
import type { LayerName } from "../../src/source.ts";

const layer = (name: LayerName, isolation: string) =>
  parsePolicy({ agents: { isolation } }, { layer: name });

describe("agents.isolation", () => {
  it("is shared where nobody says otherwise", () => {
    expect(resolvePolicy([]).agents.isolation).toMatchObject({
      value: "shared",
      source: { layer: "defaults", key: "agents.isolation" },
    });
  });

  it("is per-workspace as soon as one layer says so, and a repository cannot loosen that", () => {
    const layers = [layer("user", "per-workspace"), layer("project", "shared")];
    expect(resolvePolicy(layers).agents.isolation).toMatchObject({
      value: "per-workspace",
      source: { layer: "user" },
    });
    expect(resolvePolicy([layer("project", "per-workspace")]).agents.isolation).toMatchObject({
      value: "per-workspace",
      source: { layer: "project" },
    });
  });

  it("knows no third way", () => {
    expect(() => layer("user", "none")).toThrow('"none" is not one of "shared", "per-workspace"');
  });
});
