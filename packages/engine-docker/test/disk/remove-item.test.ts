import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { connectDocker } from "../../src/connect.ts";
import { inventory } from "../../src/disk/inventory.ts";
import type { KeptItem } from "../../src/disk/kept-item.ts";
import { removeItem } from "../../src/disk/remove-item.ts";
import { gateVolume, shelfVolume } from "../../src/volumes.ts";

const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";
const docker = connectDocker(process.env);
const signal = new AbortController().signal;
const hash = randomBytes(16).toString("hex");
const [shelf, sockets] = [shelfVolume({ hash }), gateVolume({ hash })];
let id: string;

beforeAll(async () => {
  for (const Name of [shelf, sockets]) await docker.createVolume({ Name });
  const { Mountpoint } = await docker.getVolume(sockets).inspect();
  const container = await docker.createContainer({
    Image: IMAGE,
    Entrypoint: ["sleep", "120"],
    Labels: {
      ...{ "agent-sandbox.hash": hash, "agent-sandbox.plan": "test" },
      ...{ "agent-sandbox.workspace": "/srv/x", "agent-sandbox.branch": "feat" },
    },
    HostConfig: {
      NetworkMode: "none",
      Mounts: [
        { Type: "volume", Source: shelf, Target: "/repo-shelf" },
        { Type: "bind", Source: `${Mountpoint}/../_data`, Target: "/run/agent-sandbox-gate" },
      ],
    },
  });
  id = container.id;
  await container.start();
});

afterAll(async () => {
  await docker
    .getContainer(id)
    .remove({ force: true })
    .catch(() => undefined);
  for (const name of [shelf, sockets])
    await docker
      .getVolume(name)
      .remove()
      .catch(() => undefined);
});

async function own(): Promise<readonly KeptItem[]> {
  const items = await inventory(docker, signal);
  return items.filter(({ workspaceHash }) => workspaceHash === hash);
}

const find = (items: readonly KeptItem[], role: KeptItem["role"]) => {
  const found = items.find((item) => item.role === role);
  if (found === undefined) throw new Error(`No ${role}`);
  return found;
};

describe("what is ours, with a real daemon", () => {
  it("is found with who uses it, and stays while something does", async () => {
    const items = await own();
    expect(items.map(({ role }) => role).toSorted()).toEqual(["gate-sockets", "sandbox", "shelf"]);
    const sandbox = find(items, "sandbox");
    expect(sandbox).toMatchObject({ branch: "feat", isAlive: true, workspace: "/srv/x" });
    const users = [{ id, name: sandbox.name, isAlive: true }];
    // Without labels: known by its name, and its workspace by what else that one has.
    expect(find(items, "shelf")).toMatchObject({ users, workspace: "/srv/x" });
    for (const item of [sandbox, find(items, "shelf")])
      expect(await removeItem(docker, item, signal)).toBe(false);
    expect(await own()).toHaveLength(3);
  });

  it("goes when nothing does, and counts as gone where it has", async () => {
    const items = await own();
    await docker.getContainer(id).kill();
    const [stopped] = (await own()).filter(({ role }) => role === "sandbox");
    expect(stopped?.isAlive).toBe(false);
    expect(Date.now() - (stopped?.lastUsed.getTime() ?? 0)).toBeLessThan(30_000);
    for (const again of [1, 2])
      for (const item of items)
        expect([again, await removeItem(docker, item, signal)]).toEqual([again, true]);
    expect(await own()).toEqual([]);
  });
});
