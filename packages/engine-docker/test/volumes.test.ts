import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { connectDocker } from "../src/connect.ts";
import { createVolumes, gateVolume, volumeExists, volumesOf } from "../src/volumes.ts";
import { sandboxPlan } from "./sandbox-plan.ts";

const byOwner = (uid: number) => volumesOf(sandboxPlan({ user: { uid, gid: 7 } }));

describe("volumesOf", () => {
  it("names seed 002's volumes and those of the branches, and where each is mounted", () => {
    expect(byOwner(1000)).toEqual([
      { volume: "agent-sandbox-claude-code-config", target: "/home/node/.claude" },
      { volume: "agent-sandbox-codex-config", target: "/home/node/.codex" },
      {
        volume: "agent-sandbox-5f4dcc3b5aa765d61d8327deb882cf99-history",
        target: "/commandhistory",
      },
      { volume: "agent-sbx-repo-5f4dcc3b5aa765d61d8327deb882cf99", target: "/repo-shelf" },
      {
        volume: "agent-sbx-gate-5f4dcc3b5aa765d61d8327deb882cf99",
        target: "/run/agent-sandbox-gate",
      },
    ]);
  });

  it("gives every other owner credentials of their own, by uid and not by gid", () => {
    expect(
      byOwner(1001)
        .slice(0, 3)
        .map(({ volume }) => volume),
    ).toEqual([
      "agent-sandbox-claude-code-config-uid-1001",
      "agent-sandbox-codex-config-uid-1001",
      "agent-sandbox-5f4dcc3b5aa765d61d8327deb882cf99-history",
    ]);
    expect(volumesOf(sandboxPlan({ user: { uid: 1001, gid: 8 } }))).toEqual(byOwner(1001));
  });

  it("shares the config volumes among workspaces, and never the history", () => {
    const workspace = { path: "/srv/other", name: "other", hash: "0".repeat(32) };
    const [claude, codex, history] = volumesOf(sandboxPlan({ workspace }));
    expect([claude, codex]).toEqual(byOwner(1000).slice(0, 2));
    expect(history?.volume).toBe(`agent-sandbox-${"0".repeat(32)}-history`);
  });
});

describe("volumesOf, where agents are isolated", () => {
  it("gives the workspace config volumes of its own, whoever owns it", () => {
    const own = sandboxPlan({ agents: { isolation: "per-workspace" } });
    const names = volumesOf(own).map(({ volume }) => volume);
    const { hash } = own.workspace;
    expect(names.slice(0, 2)).toEqual([
      `agent-sandbox-${hash}-claude-code-config`,
      `agent-sandbox-${hash}-codex-config`,
    ]);
    expect(names.slice(2)).toEqual(
      byOwner(1000)
        .slice(2)
        .map(({ volume }) => volume),
    );
  });
});

describe("createVolumes, with a real daemon", () => {
  it("labels what it creates, leaves what is there as it is, and the gate's to its branches", async () => {
    const docker = connectDocker(process.env);
    const hash = randomBytes(16).toString("hex");
    // An owner that no machine has, so that nobody's credentials are in these volumes.
    const plan = sandboxPlan({
      workspace: { path: "/srv/x", name: "x", hash },
      user: { uid: 2_000_000_000 + randomBytes(3).readUIntBE(0, 3), gid: 1 },
    });
    const all = volumesOf(plan).map(({ volume }) => volume);
    const names = all.slice(0, -1);
    try {
      await createVolumes(docker, plan);
      const made = await Promise.all(names.map((name) => docker.getVolume(name).inspect()));
      expect(made.map(({ Labels }) => Labels)).toEqual([
        { "agent-sandbox.shared": "true" },
        { "agent-sandbox.shared": "true" },
        { "agent-sandbox.hash": hash, "agent-sandbox.workspace": "/srv/x" },
        { "agent-sandbox.hash": hash, "agent-sandbox.workspace": "/srv/x" },
      ]);
      expect(all.at(-1)).toBe(gateVolume({ hash }));
      expect(await volumeExists(docker, gateVolume({ hash }))).toBe(false);
      await createVolumes(docker, plan);
      const again = await Promise.all(names.map((name) => docker.getVolume(name).inspect()));
      expect(again).toEqual(made);
    } finally {
      for (const name of names) await docker.getVolume(name).remove();
    }
  });

  it("tells in a sentence that Docker does not answer", async () => {
    const nowhere = connectDocker({ DOCKER_HOST: "unix:///nonexistent/docker.sock" });
    await expect(createVolumes(nowhere, sandboxPlan())).rejects.toMatchObject({
      code: "ENGINE_UNAVAILABLE",
      message: expect.stringMatching(/^Cannot create the volumes: /) as unknown,
    });
  });
});
