import { expect, it } from "@jest/globals";

import { toVolumeOptions } from "../../src/volume-files/volume-spec.ts";

const request = {
  volume: "agent-sandbox-codex-config-uid-7",
  workspace: { path: "/srv/x", name: "x", hash: "0".repeat(32) },
  user: { uid: 7, gid: 8 },
  image: "agent-sandbox-base:latest",
};

it("has one volume, no network, no log, and no variable that chooses what Node loads", () => {
  const { Env, HostConfig, Labels, User } = toVolumeOptions(request);
  expect(User).toBe("root");
  expect(Env).toContain("NODE_OPTIONS=");
  expect(Labels).toEqual({
    "agent-sandbox.job": "0".repeat(32),
    "agent-sandbox.workspace": "/srv/x",
  });
  expect(HostConfig).toMatchObject({
    Mounts: [{ Type: "volume", Source: request.volume, Target: "/volume", ReadOnly: false }],
    NetworkMode: "none",
    ReadonlyRootfs: true,
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges"],
    LogConfig: { Type: "none" },
    AutoRemove: true,
  });
  expect(HostConfig?.Mounts?.[0]).toMatchObject({ VolumeOptions: { NoCopy: true } });
});

it("does not touch whose a volume is that it only looks into", () => {
  const looking = toVolumeOptions({ ...request, readonly: true });
  expect(looking.HostConfig?.Mounts?.[0]?.ReadOnly).toBe(true);
  expect((looking.Cmd ?? []).slice(0, 4)).toEqual(["7", "8", "/volume", "0"]);
  expect((toVolumeOptions(request).Cmd ?? []).slice(0, 4)).toEqual(["7", "8", "/volume", "1"]);
});
