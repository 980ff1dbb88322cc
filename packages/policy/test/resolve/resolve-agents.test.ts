import { describe, expect, it } from "@jest/globals";
import { parsePolicy } from "../../src/parse-policy.ts";
import { resolvePolicy } from "../../src/resolve/resolve-policy.ts";
import type { LayerName } from "../../src/source.ts";
import { DOCKER } from "../support/contexts.ts";

const layer = (name: LayerName, isolation: string) =>
  parsePolicy({ agents: { isolation } }, { layer: name });

describe("agents.isolation", () => {
  it("is shared where nobody says otherwise", () => {
    expect(resolvePolicy([], DOCKER).agents.isolation).toMatchObject({
      value: "shared",
      source: { layer: "defaults", key: "agents.isolation" },
    });
  });

  it("is per-workspace as soon as one layer says so, and a repository cannot loosen that", () => {
    const layers = [layer("user", "per-workspace"), layer("project", "shared")];
    expect(resolvePolicy(layers, DOCKER).agents.isolation).toMatchObject({
      value: "per-workspace",
      source: { layer: "user" },
    });
    expect(
      resolvePolicy([layer("project", "per-workspace")], DOCKER).agents.isolation,
    ).toMatchObject({
      value: "per-workspace",
      source: { layer: "project" },
    });
  });

  it("knows no third way", () => {
    expect(() => layer("user", "none")).toThrow('"none" is not one of "shared", "per-workspace"');
  });
});
