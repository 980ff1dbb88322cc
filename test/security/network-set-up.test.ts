import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, testLabel, tryDocker } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import {
  CAPABILITIES,
  createSandbox,
  ENTER,
  isRunning,
  openSandbox,
  type SandboxOptions,
  until,
} from "../support/sandbox-image.ts";

const label = testLabel("network-set-up");
let internet: Internet;

const options = (more: Partial<SandboxOptions> = {}): SandboxOptions => ({
  label,
  networks: [internet.network],
  ...more,
  env: { AGENT_SANDBOX_DNS: internet.dns, AGENT_SANDBOX_HOSTS: "allowed.example", ...more.env },
});

beforeAll(async () => {
  internet = await openInternet(label);
  await internet.setName("allowed.example", internet.web[0]);
});

afterAll(async () => {
  await internet.close();
});

/** Everything that has arrived at the address of which no allowed name knows. */
const arrived = async () => (await internet.hits()).filter((hit) => hit.includes(internet.web[1]));

describe("the set-up", () => {
  it("changes nothing when it is done again, and stays closed meanwhile", async () => {
    const sandbox = await openSandbox(options());
    const state = async () =>
      [
        await sandbox.inspect("iptables-save"),
        await sandbox.inspect("ip6tables-save"),
        await sandbox.inspect("ipset", "save"),
        await sandbox.inspect("pgrep", "dnsmasq"),
      ].map((text) => text.replace(/^#.*$|timeout \d+ *$/gm, ""));
    expect((await sandbox.run("curl", "-sS", "http://allowed.example/")).status).toBe(0);
    const before = await state();
    const hammer = `for i in $(seq 400); do (: < /dev/tcp/${internet.web[1]}/80) 2> /dev/null && exit 3; done`;
    const [hammered] = await Promise.all([
      sandbox.run("bash", "-c", hammer),
      sandbox.inspect("init-firewall.sh"),
    ]);
    expect(hammered.status).not.toBe(3);
    expect(await state()).toEqual(before);
    expect((await sandbox.run("curl", "-sS", "http://allowed.example/")).status).toBe(0);
    expect(await arrived()).toEqual([]);
    await sandbox.remove();
  });

  it("ignores what a later caller would like to have allowed", async () => {
    const sandbox = await openSandbox(options());
    const again = ["exec", "--user", "root", "--env", "AGENT_SANDBOX_HOSTS=evil.example"];
    await docker([...again, sandbox.id, "init-firewall.sh"]);
    expect((await sandbox.run("getent", "hosts", "evil.example")).status).toBe(2);
    await sandbox.remove();
  });

  it.each(CAPABILITIES)("ends the container and says why when %s is missing", async (missing) => {
    const capabilities = CAPABILITIES.filter((name) => name !== missing);
    // CHOWN is needed where somebody else's workspace is.
    const env = { AGENT_SANDBOX_UID: "4321", AGENT_SANDBOX_GID: "4321" };
    const sandbox = await createSandbox(options({ capabilities, env }));
    await sandbox.start();
    expect(await sandbox.ended()).toBe(125);
    expect(await sandbox.events()).toEqual([
      { event: "sandbox.failed", reason: expect.stringContaining("Cannot ") },
    ]);
    await sandbox.remove();
  });

  it.each([
    ["AGENT_SANDBOX_HOSTS", "good.example /bad/"],
    ["AGENT_SANDBOX_MIRROR_HOSTS", "-j ACCEPT"],
    ["AGENT_SANDBOX_GITHUB_RANGES", "203.0.113.300/32"],
    ["AGENT_SANDBOX_PORTS", "80 http"],
    ["AGENT_SANDBOX_PORTS", "70000"],
    ["AGENT_SANDBOX_DNS", "127.0.0.1"],
    ["AGENT_SANDBOX_PUBLISHED", "8080"],
  ])("ends the container when %s is %j", async (name, value) => {
    const sandbox = await createSandbox(options({ env: { [name]: value } }));
    await sandbox.start();
    expect(await sandbox.ended()).toBe(125);
    await sandbox.remove();
  });

  it.each([0, 20, 40, 60, 80, 100, 150])(
    "leaves the container gone when it is killed after %i ms, and whole when it starts again",
    async (delay) => {
      const env = { AGENT_SANDBOX_UID: "4321", AGENT_SANDBOX_GID: "4321" };
      const sandbox = await createSandbox(options({ env }));
      await sandbox.start();
      await sleep(delay);
      await docker(["kill", sandbox.id]);
      expect(await isRunning(sandbox.id)).toBe(false);
      await sandbox.start();
      // Who comes too early to be the mapped user is turned away.
      await until(async () => {
        const { status, stdout } = await sandbox.run("id", "-u");
        expect({ status, stdout }).toEqual(
          status === 125 ? { status, stdout: "" } : { status: 0, stdout: "4321\n" },
        );
        return status === 0;
      });
      expect((await sandbox.run("curl", "-sS", "http://allowed.example/")).status).toBe(0);
      expect((await sandbox.run("curl", "-sS", `http://${internet.web[1]}/`)).status).toBe(7);
      await sandbox.remove();
    },
  );
});

describe("before the rules stand", () => {
  it("nobody enters, and nothing gets out of who tries from the first moment", async () => {
    const sandbox = await createSandbox(options());
    const attempt = ["bash", "-c", `: < /dev/tcp/${internet.web[1]}/80`];
    const race = async () => {
      for (let left = 15; left > 0; left -= 1) {
        const { status } = await tryDocker([
          "exec",
          "--user",
          "node",
          sandbox.id,
          ENTER,
          ...attempt,
        ]);
        expect(status).not.toBe(0);
      }
    };
    await Promise.all([sandbox.start(), race(), race()]);
    expect(await arrived()).toEqual([]);
    await sandbox.remove();
  });

  it("what was opened is cut off when they do", async () => {
    // An image whose entrypoint starts a sender first: the worst that can be.
    const sender = `
      exec 3<>/dev/tcp/${internet.web[1]}/80
      (while sleep 0.05; do echo x >&3 || exit; done) &
      exec /usr/local/bin/entrypoint.sh`;
    const sandbox = await createSandbox(
      options({ args: ["--entrypoint", "bash"], command: ["-c", sender] }),
    );
    await sandbox.start();
    await sandbox.ready();
    const before = (await arrived()).length;
    expect(before).toBeGreaterThan(0);
    await sleep(1_000);
    expect(await arrived()).toHaveLength(before);
    await sandbox.remove();
  });
});
