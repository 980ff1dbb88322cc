import { describe, expect, it } from "@jest/globals";

import { containerRole, imageRole, volumeRole } from "../../src/disk/roles.ts";

const HASH = "a".repeat(32);
const IMAGE = { "agent-sandbox.base": "true", "agent-sandbox.os": "trixie" };

describe("what a thing is for", () => {
  it("is told of a container by its own labels, not by those of its image", () => {
    const image = { ...IMAGE, "agent-sandbox.image-hash": HASH };
    expect(containerRole(image)).toBeUndefined();
    expect(containerRole({ ...image, "agent-sandbox.gate": HASH })).toBe("gate");
    expect(containerRole({ ...image, "agent-sandbox.job": HASH })).toBe("session");
    const sandbox = { "agent-sandbox.hash": HASH, "agent-sandbox.plan": "x" };
    expect(containerRole({ ...image, ...sandbox })).toBe("sandbox");
    expect(containerRole(null)).toBeUndefined();
  });

  it("is told of an image by the last of its builds", () => {
    expect(imageRole({ ...IMAGE, "agent-sandbox.image-hash": HASH })).toBe("workspace-image");
    expect(imageRole(IMAGE)).toBe("base-image");
    expect(imageRole({ "agent-sandbox.os": "trixie" })).toBe("system-image");
    expect(imageRole({ maintainer: "ann" })).toBeUndefined();
  });

  it("is told of a volume also where it has no label", () => {
    expect(volumeRole(`agent-sbx-repo-${HASH}`, null)).toEqual({ role: "shelf", hash: HASH });
    expect(volumeRole(`agent-sbx-gate-${HASH}`, {})).toEqual({ role: "gate-sockets", hash: HASH });
    expect(volumeRole(`agent-sandbox-${HASH}-history`, {})?.role).toBe("history");
    expect(volumeRole("agent-sandbox-codex-config", { "agent-sandbox.shared": "true" })).toEqual({
      ...{ role: "config", hash: undefined },
    });
    expect(volumeRole(`agent-sandbox-${HASH}-codex-config`, null)).toEqual({
      ...{ role: "config", hash: HASH },
    });
    expect(volumeRole("agent-sbx-repo-mine", {})).toBeUndefined();
  });
});
