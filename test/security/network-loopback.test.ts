// `network.localhost: false`: what the sandbox sends to itself is refused.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { testLabel } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { createSandbox, openSandbox, type TestSandbox, until } from "../support/sandbox-image.ts";

const label = testLabel("network-loopback");
let internet: Internet;
let closed: TestSandbox;
let open: TestSandbox;

const options = (loopback?: string) => ({
  label,
  networks: [internet.network],
  env: {
    AGENT_SANDBOX_DNS: internet.dns,
    AGENT_SANDBOX_HOSTS: "allowed.example",
    ...(loopback !== undefined && { AGENT_SANDBOX_LOOPBACK: loopback }),
  },
});

beforeAll(async () => {
  internet = await openInternet(label);
  await internet.setName("allowed.example", internet.web[0]);
  [closed, open] = await Promise.all([openSandbox(options("closed")), openSandbox(options())]);
});

afterAll(async () => {
  await internet.close();
});

/** Listens at an address and says what a client at another one gets of it, by TCP or UDP. */
const TALK = `
  const [kind, at, to] = process.argv.slice(1);
  const say = (text) => { console.log(text); process.exit(); };
  setTimeout(() => say("nothing"), 5000).unref();
  if (kind === "tcp") {
    const server = require("node:net").createServer((socket) => socket.end("hello"));
    server.listen(0, at, () => {
      const client = require("node:net").connect(server.address().port, to);
      client.on("error", ({ code }) => say(code)).on("data", (data) => say(String(data)));
    });
  } else {
    const type = at.includes(":") ? "udp6" : "udp4";
    const { createSocket } = require("node:dgram");
    const server = createSocket(type).on("message", (data) => say(String(data))).bind(0, at, () => {
      createSocket(type).send("hello", server.address().port, to, (error) => error && say(error.code));
    });
  }
`;
const talk = async (sandbox: TestSandbox, ...words: readonly string[]) =>
  (await sandbox.run("node", "--eval", TALK, ...words)).stdout.trim();
const ownAddress = async (sandbox: TestSandbox) =>
  (await sandbox.run("hostname", "-I")).stdout.split(" ").find((one) => one.includes(".")) ?? "";

describe("a closed loopback", () => {
  it.each([
    ["tcp", "127.0.0.1", "127.0.0.1"],
    ["tcp", "127.9.9.9", "127.9.9.9"],
    ["tcp", "::1", "::1"],
    ["udp", "127.0.0.1", "127.0.0.1"],
    ["udp", "127.0.0.53", "127.0.0.53"],
    ["udp", "::1", "::1"],
  ])("refuses %s to %s at once, which an open one does not", async (...words) => {
    expect(await talk(closed, ...words)).toMatch(/^(ECONNREFUSED|EPERM|EACCES)$/);
    expect(await talk(open, ...words)).toBe("hello");
  });

  it("refuses the sandbox's own address in its network too", async () => {
    const own = await ownAddress(closed);
    expect(own).toMatch(/^\d/);
    expect(await talk(closed, "tcp", "0.0.0.0", own)).toBe("ECONNREFUSED");
    expect(await talk(open, "tcp", "0.0.0.0", await ownAddress(open))).toBe("hello");
  });

  it("leaves the resolver to be asked, over UDP and TCP, and what it allows to be reached", async () => {
    for (const more of [[], ["+tcp"]]) {
      const { stdout } = await closed.run("dig", "+short", "allowed.example", ...more);
      expect(stdout.trim()).toBe(internet.web[0]);
    }
    const often = `for n in $(seq 100); do dig +short +tcp allowed.example; done | sort -u`;
    expect((await closed.run("sh", "-c", often)).stdout.trim()).toBe(internet.web[0]);
    const { stdout } = await closed.run("curl", "-sS", "http://allowed.example/");
    expect(stdout).toBe(`hello from ${internet.web[0]}`);
    expect((await closed.run("getent", "hosts", "evil.example")).status).toBe(2);
  });

  it("lets nobody answer in the resolver's place, who binds its port beside it", async () => {
    const forge = `
      const { createSocket } = require("node:dgram");
      const say = (text) => { console.log(text); process.exit(); };
      setTimeout(() => say("nothing"), 3000);
      const server = createSocket({ type: "udp4", reuseAddr: true });
      server.on("error", ({ code }) => say(code)).on("message", (_, { port, address }) => {
        server.send("forged", port, address, (error) => error && say(error.code));
      });
      server.bind(53, "127.0.0.1", () => {
        const client = createSocket("udp4").on("message", (data) => say(String(data)));
        client.send("asked", 53, "127.0.0.1");
      });`;
    expect((await closed.run("node", "--eval", forge)).stdout.trim()).not.toBe("forged");
    expect((await open.run("node", "--eval", forge)).stdout.trim()).toBe("forged");
  });

  it("refuses what is outside as it did, at once", async () => {
    const before = performance.now();
    const connect = `: < /dev/tcp/${internet.web[1]}/80`;
    expect((await closed.run("timeout", "5", "bash", "-c", connect)).status).toBe(1);
    expect(performance.now() - before).toBeLessThan(2_500);
  });

  it("tells each refusal, and none of the set-up's own", async () => {
    const fresh = await openSandbox(options("closed"));
    const told = async () =>
      (await fresh.events()).filter(({ event }) => event === "connection.refused");
    await talk(fresh, "tcp", "127.0.0.1", "127.0.0.1");
    await until(async () => (await told()).length > 0);
    expect(await told()).toEqual([{ event: "connection.refused", address: "127.0.0.1" }]);
    await fresh.remove();
  });

  it("stays closed when a name is opened, and when the set-up is done again", async () => {
    const allow = "/usr/local/lib/agent-sandbox/allow-host";
    expect(await closed.inspect(allow, "late.example", "0")).toBe("opened");
    expect(await talk(closed, "tcp", "127.0.0.1", "127.0.0.1")).toBe("ECONNREFUSED");
    await closed.inspect("env", "AGENT_SANDBOX_LOOPBACK=open", "init-firewall.sh");
    expect(await talk(closed, "tcp", "127.0.0.1", "127.0.0.1")).toBe("ECONNREFUSED");
  });
});

describe("the set-up of a loopback", () => {
  it("ends the container where it is told something else", async () => {
    const sandbox = await createSandbox(options("shut"));
    await sandbox.start();
    expect(await sandbox.ended()).toBe(125);
    const reason = 'Cannot have the loopback "shut": it is neither "open" nor "closed"';
    expect(await sandbox.events()).toEqual([{ event: "sandbox.failed", reason }]);
  });
});
