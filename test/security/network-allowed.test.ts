import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { type Internet, openInternet } from "../support/internet.ts";
import { openSandbox, type TestSandbox } from "../support/sandbox-image.ts";
import { testLabel } from "../support/docker.ts";

const label = testLabel("network-allowed");
let internet: Internet;
let sandbox: TestSandbox;

const get = async (url: string) => await sandbox.run("curl", "-sS", "--max-time", "5", url);

beforeAll(async () => {
  internet = await openInternet(label);
  const { web, web6, privateAddress } = internet;
  await internet.setName("allowed.example", web[0]);
  await internet.setName("target.example", web[0]);
  await internet.setName("six.example", web6);
  await internet.setName("both.example", web[0], web6);
  await internet.setName("a.wild.example", web[1]);
  await internet.setName("wild.example", web[1]);
  await internet.setName("inside.example", privateAddress);
  await internet.setName("mirror.example", privateAddress);
  sandbox = await openSandbox({
    label,
    networks: [internet.network, internet.privateNetwork],
    env: {
      AGENT_SANDBOX_DNS: internet.dns,
      AGENT_SANDBOX_HOSTS:
        "allowed.example alias.example six.example both.example moving.example *.wild.example inside.example",
      AGENT_SANDBOX_DENIED_HOSTS:
        "no.wild.example *.deep.wild.example all.wild.example *.all.wild.example",
      AGENT_SANDBOX_MIRROR_HOSTS: "mirror.example",
      AGENT_SANDBOX_GITHUB_RANGES: `${web[1]}/32`,
    },
  });
});

afterAll(async () => {
  await internet.close();
});

describe("a name that is allowed", () => {
  it("is reached on the allowed ports and no other", async () => {
    expect(await get("http://allowed.example/")).toMatchObject({
      status: 0,
      stdout: `hello from ${internet.web[0]}`,
    });
    expect(await get("http://allowed.example:443/")).toMatchObject({ status: 0 });
    expect(await get("http://allowed.example:8443/")).toMatchObject({ status: 7 });
    expect(await get("http://allowed.example:22/")).toMatchObject({ status: 7 });
  });

  it("is the same name in other letters and with a dot at its end", async () => {
    expect(await get("http://ALLOWED.Example/")).toMatchObject({ status: 0 });
    expect(await get("http://allowed.example./")).toMatchObject({ status: 0 });
  });

  it("may be an alias of a name that is not", async () => {
    expect(await get("http://target.example/")).toMatchObject({ status: 6 });
    expect(await get("http://alias.example/")).toMatchObject({ status: 0 });
  });

  it("is reached over IPv6", async () => {
    expect(await get("http://six.example/")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("2001:db8:"),
    });
    expect(await sandbox.run("curl", "-sS6", "http://both.example/")).toMatchObject({ status: 0 });
  });

  it("stays reachable when it moves to another address", async () => {
    await internet.setName("moving.example", internet.web[0]);
    expect((await get("http://moving.example/")).stdout).toContain(internet.web[0]);
    await internet.setName("moving.example", internet.web[1]);
    let said = "";
    for (let left = 10; left > 0 && !said.includes(internet.web[1]); left -= 1) {
      said = (await sandbox.run("sh", "-c", "sleep 0.5; curl -sS http://moving.example/")).stdout;
    }
    expect(said).toBe(`hello from ${internet.web[1]}`);
  });
});

describe("a wildcard", () => {
  it("allows what is below the name, and the name itself not", async () => {
    expect(await get("http://a.wild.example/")).toMatchObject({ status: 0 });
    expect(await get("http://wild.example/")).toMatchObject({ status: 6 });
  });
});

describe("a denial within a wildcard", () => {
  it("takes away exactly what it names, and nobody outside hears of it", async () => {
    const names = ["no", "x.no", "deep", "x.deep", "x.y.deep", "all", "x.all"].map(
      (name) => `${name}.wild.example`,
    );
    for (const name of names) await internet.setName(name, internet.web[0]);
    const statuses: number[] = [];
    for (const name of names) statuses.push((await get(`http://${name}/`)).status);
    expect(statuses).toEqual([6, 0, 0, 6, 6, 6, 6]);
    const asked = new Set((await internet.queries()).map((query) => query.replace(/.* /, "")));
    expect(names.map((name) => asked.has(name))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("GitHub's ranges", () => {
  it("are reached by bare address, on the ports of ssh and https only", async () => {
    const [, address] = internet.web;
    const reach = async (port: number) =>
      (await sandbox.run("bash", "-c", `: < /dev/tcp/${address}/${port.toString()}`)).status;
    expect(await reach(22)).toBe(0);
    expect(await reach(443)).toBe(0);
    expect(await reach(853)).not.toBe(0);
  });
});

describe("a private address", () => {
  it("is out of reach for an allowed name", async () => {
    expect((await sandbox.run("getent", "hosts", "inside.example")).stdout).toContain(
      internet.privateAddress,
    );
    expect(await get("http://inside.example/")).toMatchObject({ status: 7 });
  });

  it("is reached by the name of the user's own mirror, and then on the allowed ports", async () => {
    expect(await get("http://mirror.example/")).toMatchObject({ status: 0 });
    expect(await get("http://mirror.example:8443/")).toMatchObject({ status: 7 });
  });
});
