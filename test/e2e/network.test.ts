// From the configuration file to the packet: what `network` allows can be reached from a sandbox
// that the command line opened, and nothing else can.
import { connect } from "node:net";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { configure, makeWorkspace, type Workspace } from "../support/workspace.ts";

const PUBLISHED = 18_231;

let internet: Internet;
let workspace: Workspace;

const networkConfig = (network: Readonly<Record<string, unknown>>) => ({
  network: { dns: [internet.dns], ...network },
  container: { network: internet.network, ports: [`${PUBLISHED.toString()}:8080`] },
});

beforeAll(async () => {
  internet = await openInternet("agent-sandbox.test=e2e-network");
  await internet.setName("allowed.example", internet.web[0]);
  await internet.setName("other.example", internet.web[1]);
  await internet.setName("a.wild.example", internet.web[0]);
  await internet.setName("b.wild.example", internet.web[0]);
  workspace = await makeWorkspace();
  configure(
    workspace,
    networkConfig({
      domains: ["allowed.example", "*.wild.example"],
      "denied-domains": ["b.wild.example"],
    }),
  );
  await cliOk(["start", workspace.path]);
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  await internet.close();
});

const curl = (url: string) =>
  cli(["run", workspace.path, "--", "curl", "--silent", "--show-error", "--max-time", "5", url]);

describe("network.domains", () => {
  it.each(["http://allowed.example/", "http://a.wild.example/"])("opens %s", async (url) => {
    expect(await curl(url)).toMatchObject({ status: 0, stderr: "" });
  });

  it.each([
    ["a name that nobody allowed", "http://other.example/"],
    ["a sub-domain of an exact name", "http://sub.allowed.example/"],
    ["what denied-domains takes out of a wildcard", "http://b.wild.example/"],
  ])("leaves %s without an answer, and nobody outside hears of it", async (_, url) => {
    const { status, stderr } = await curl(url);
    expect(stderr).toContain("Could not resolve host");
    expect(status).toBe(6);
    const name = new URL(url).hostname;
    expect((await internet.queries()).filter((query) => query.endsWith(` ${name}`))).toEqual([]);
  });

  it("leaves a bare address closed, also the one of an allowed server's neighbour", async () => {
    expect((await curl(`http://${internet.web[1]}/`)).status).toBe(7);
    expect((await curl(`http://${internet.neighbour.address}/`)).status).toBe(7);
    expect((await curl(`http://${internet.gateway}/`)).status).toBe(7);
  });

  it("follows an allowed name that moves to another address", async () => {
    await internet.setName("allowed.example", internet.web[1]);
    expect(await curl("http://allowed.example/")).toMatchObject({ status: 0 });
  });
});

describe("network.ports", () => {
  it("are 80 and 443 until others are added", async () => {
    expect((await curl("http://allowed.example:8443/")).status).toBe(7);
    configure(workspace, networkConfig({ domains: ["allowed.example"], ports: [8443] }));
    expect((await curl("http://allowed.example:8443/")).status).toBe(0);
  });
});

describe("network: false", () => {
  it("closes every name", async () => {
    configure(workspace, { network: false, container: { network: internet.network } });
    expect((await curl("http://allowed.example/")).status).toBe(6);
  });
});

describe("container.ports", () => {
  it("are published on 127.0.0.1 and answer there", async () => {
    configure(workspace, networkConfig({}));
    const server = `require("net").createServer((c) => c.end("hello")).listen(8080)`;
    const serving = cli(["run", workspace.path, "--timeout", "8s", "--", "node", "-e", server]);
    await expect(greeting()).resolves.toBe("hello");
    expect((await serving).status).toBe(124);
  });
});

/** What the published port says; asked again until something answers, with a bound. */
async function greeting(): Promise<string> {
  for (let left = 60; left > 0; left -= 1) {
    const said = await new Promise<string>((resolve) => {
      let text = "";
      connect(PUBLISHED, "127.0.0.1")
        .on("data", (chunk) => (text += chunk.toString()))
        .on("error", () => undefined)
        .on("close", () => {
          resolve(text);
        });
    });
    if (said !== "") return said;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return "";
}
