import { digestOf, type FileLayer } from "@agent-sandbox/host";
import { parsePolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";
import { askingConfig } from "../../src/trust/asking-file.ts";

const PLACES = { workspace: "/w", home: "/home/ann" };

function layerOf(value: unknown, lines = new Map<string, number>()): FileLayer {
  const file = "/w/.agent-sandbox/config.json";
  return { ...parsePolicy(value, { layer: "project", file, lines }), text: JSON.stringify(value) };
}

describe("askingConfig", () => {
  it("names the file, what it says as a whole, and each thing with its place", () => {
    const value = { docker: true, network: { ports: [22] } };
    const layer = layerOf(value, new Map([["docker", 3]]));
    expect(askingConfig([layer], PLACES)).toEqual({
      file: ".agent-sandbox/config.json",
      digest: digestOf(JSON.stringify(value)),
      widenings: [
        {
          what: "reaches the Docker daemon, and by it all of this machine",
          place: "line 3, docker",
        },
        { what: "reaches port 22 of the open hosts", place: "network.ports[0]" },
      ],
    });
  });

  it("is none where nothing is opened, and where there is no such file", () => {
    expect(askingConfig([layerOf({ network: false })], PLACES)).toBeUndefined();
    expect(askingConfig([], PLACES)).toBeUndefined();
  });
});
