import { describe, expect, it } from "@jest/globals";
import { parsePolicy } from "../../src/parse-policy.ts";
import { engineChoice } from "../../src/resolve/engine-choice.ts";
import { resolvePolicy } from "../../src/resolve/resolve-policy.ts";
import type { LayerName } from "../../src/source.ts";
import { BWRAP } from "../support/contexts.ts";

const layer = (name: LayerName, policy: unknown) => parsePolicy(policy, { layer: name });

describe("engine", () => {
  it("is docker where nobody says otherwise", () => {
    expect(engineChoice([])).toEqual({
      value: "docker",
      source: { layer: "defaults", file: undefined, key: "engine", line: undefined },
    });
  });

  it("is the strongest layer's, whatever the order of the layers", () => {
    const layers = [layer("project", { engine: "virtual" }), layer("user", { engine: "bwrap" })];
    expect(engineChoice(layers)).toMatchObject({ value: "virtual", source: { layer: "project" } });
  });

  it("is the user's own where that is locked", () => {
    const layers = [
      layer("user", { engine: "docker", locked: ["engine"] }),
      layer("project", { engine: "bwrap" }),
    ];
    expect(engineChoice(layers)).toMatchObject({ value: "docker", source: { layer: "user" } });
  });

  it("is told beside the engine that a policy was resolved for", () => {
    const policy = resolvePolicy([layer("user", { engine: "auto" })], BWRAP);
    expect(policy).toMatchObject({ engine: "bwrap", engineChoice: { value: "auto" } });
  });

  it("knows no other name", () => {
    expect(() => layer("user", { engine: "podman" })).toThrow(
      '"podman" is not one of "docker", "bwrap", "virtual", "auto"',
    );
  });
});
