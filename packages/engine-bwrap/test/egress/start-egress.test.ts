import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { startEgress } from "../../src/egress/start-egress.ts";
import {
  LAUNCHER,
  policyOf,
  socksRequest,
  speak,
  startProxy,
  startServer,
  type TestProxy,
} from "./proxy.ts";

describe("what may be reached", () => {
  it("is reached by CONNECT, by a whole URL and by SOCKS 5, on one socket", async () => {
    await using server = await startServer();
    await using proxy = await startProxy(server.port);
    const host = `mirror.test:${server.port}`;
    const get = "GET /path HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const byConnect = await speak(
      proxy.socketPath,
      `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      get,
    );
    const byUrl = await speak(
      proxy.socketPath,
      `GET http://${host}/path?q HTTP/1.1\r\nHost: evil.test\r\nProxy-Connection: close\r\nConnection: close\r\n\r\n`,
    );
    const bySocks = await speak(
      proxy.socketPath,
      socksRequest(Buffer.from("mirror.test"), server.port),
      get,
    );
    for (const said of [byConnect, byUrl, bySocks]) {
      expect(said.toString("latin1")).toContain("hello from the server");
    }
    expect(byConnect.toString()).toMatch(/^HTTP\/1\.1 200 /);
    // The host that was judged, not the one that the program says.
    expect(server.asked).toEqual([`GET /path x`, `GET /path?q ${host}`, `GET /path x`]);
    expect(proxy.refusals).toEqual([]);
  });

  it("is looked up once, and what was judged is connected to", async () => {
    await using server = await startServer();
    await using proxy = await startProxy(server.port);
    await speak(proxy.socketPath, `CONNECT MIRROR.test.:${server.port} HTTP/1.1\r\n\r\n`, "GET");
    expect(proxy.looked).toEqual(["mirror.test"]);
  });
});

const names: readonly (readonly [string, string])[] = [
  ["host-not-allowed", "evil.test"],
  ["host-not-allowed", "EVIL.TEST"],
  ["host-not-allowed", "evil.test."],
  ["host-not-allowed", "open.test.evil.test"],
  ["host-not-allowed", "xopen.test"],
  ["host-not-allowed", "wild.test"],
  ["localhost", "localhost"],
  ["localhost", "LOCALHOST."],
  ["localhost", "a.localhost"],
  ["localhost", "127.0.0.1"],
  ["localhost", "127.1"],
  ["localhost", "0x7f.1"],
  ["localhost", "0x7f000001"],
  ["localhost", "2130706433"],
  ["localhost", "017700000001"],
  ["localhost", "0"],
  ["localhost", "[::1]"],
  ["localhost", "[::ffff:127.0.0.1]"],
  ["localhost", "[::ffff:7f00:1]"],
  ["address", "10.0.0.1"],
  ["address", "169.254.169.254"],
  ["address", "0xa9fea9fe"],
  ["address", "93.184.215.14"],
  ["address", "[2600::1]"],
  ["address", "[fe80::1%eth0]"],
  ["invalid-host", "open.test..evil.test"],
  ["invalid-host", "open.test@evil.test"],
  ["invalid-host", "*"],
];

describe("a name that is not open", () => {
  it.each(names)("is refused by CONNECT as %s: %s", async (rule, name) => {
    await using proxy = await startProxy(443);
    const said = await speak(proxy.socketPath, `CONNECT ${name}:443 HTTP/1.1\r\n\r\n`);
    expect(said.toString()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[^]*\r\n\r\nagent-sandbox: /);
    expect(proxy.refusals.map(({ target, policy }) => [target, policy])).toEqual([
      [`${name}:443`, rule],
    ]);
    expect(proxy.looked).toEqual([]);
  });

  it.each([
    ["evil.test\0.open.test"],
    ["open.test\0"],
    ["\0open.test"],
    ["open.test\0.evil.test"],
    ["open.test\n"],
    ["open.test/"],
    [" open.test"],
    ["ópen.test"],
    [""],
    ["127.0.0.1"],
  ])("is refused by SOCKS 5: %j", async (name) => {
    await using proxy = await startProxy(443);
    const said = await speak(proxy.socketPath, socksRequest(Buffer.from(name), 443));
    expect([...said.subarray(0, 4)]).toEqual([5, 0, 5, 2]);
    expect(proxy.refusals).toHaveLength(1);
    expect(proxy.looked).toEqual([]);
  });

  it.each([
    [1, [127, 0, 0, 1]],
    [1, [93, 184, 215, 14]],
    [4, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    [4, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 1]],
  ])("is refused as an address of SOCKS 5 (type %i): %j", async (type, bytes) => {
    await using proxy = await startProxy(443);
    const said = await speak(
      proxy.socketPath,
      Buffer.of(5, 1, 0, 5, 1, 0, type, ...bytes, 443 >> 8, 443 & 255),
    );
    expect([...said.subarray(0, 4)]).toEqual([5, 0, 5, 2]);
  });

  it.each([
    "GET http://evil.test/ HTTP/1.1\r\nHost: open.test\r\n\r\n",
    "GET http://0x7f.1/ HTTP/1.1\r\nHost: open.test\r\n\r\n",
    "GET http://open.test@evil.test/ HTTP/1.1\r\nHost: open.test\r\n\r\n",
    "GET http://open.test:81/ HTTP/1.1\r\nHost: open.test\r\n\r\n",
    "GET http://[::ffff:127.0.0.1]/ HTTP/1.1\r\nHost: open.test\r\n\r\n",
  ])("is refused as a URL: %j", async (request) => {
    await using proxy = await startProxy(80);
    expect((await speak(proxy.socketPath, request)).toString()).toMatch(/^HTTP\/1\.1 403 /);
    expect(proxy.refusals).toHaveLength(1);
  });

  it.each([
    "GET /path HTTP/1.1\r\nHost: open.test\r\n\r\n",
    "GET https://open.test/ HTTP/1.1\r\nHost: open.test\r\n\r\n",
    "CONNECT open.test HTTP/1.1\r\n\r\n",
    "CONNECT open.test:99999 HTTP/1.1\r\n\r\n",
    "CONNECT open\0.test:443 HTTP/1.1\r\n\r\n",
    "nonsense\r\n\r\n",
  ])("is not even asked for by %j", async (request) => {
    await using proxy = await startProxy(443);
    expect((await speak(proxy.socketPath, request)).toString()).toMatch(/^(HTTP\/1\.1 400 |$)/);
    expect(proxy.looked).toEqual([]);
  });
});

describe("an open name", () => {
  it.each([
    "127.0.0.1",
    "10.0.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "::1",
    "::ffff:127.0.0.1",
    "fd00::1",
    "64:ff9b::7f00:1",
    "0.0.0.0",
  ])("is refused where it resolves to %s", async (address) => {
    await using proxy = await startProxy(443, { addresses: [address] });
    const said = await speak(proxy.socketPath, "CONNECT open.test:443 HTTP/1.1\r\n\r\n");
    expect(said.toString()).toMatch(/^HTTP\/1\.1 403 /);
    expect(proxy.refusals.map(({ policy }) => policy)).toEqual(["private-address"]);
  });

  it("is refused where it resolves to an address of this machine, which a mirror may have", async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address } of addresses) {
      await using server = await startServer();
      const lookUp = () => Promise.resolve([address]);
      await using proxy = await startProxy(server.port, { lookUp });
      const ask = async (name: string) =>
        (
          await speak(proxy.socketPath, `CONNECT ${name}:${server.port} HTTP/1.1\r\n\r\n`)
        ).toString();
      expect([address, await ask("open.test")]).toEqual([
        address,
        expect.stringMatching(/^HTTP\/1\.1 403 /),
      ]);
      expect(proxy.refusals.map(({ policy }) => policy)).toEqual(["private-address"]);
      if (address === "127.0.0.1") expect(await ask("mirror.test")).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it("has its port too, which is told apart", async () => {
    await using proxy = await startProxy(443);
    await speak(proxy.socketPath, "CONNECT open.test:22 HTTP/1.1\r\n\r\n");
    expect(proxy.refusals.map(({ policy }) => policy)).toEqual(["port-not-allowed"]);
  });

  it("is not a mirror's where the policy denies that", async () => {
    const policy = policyOf({
      ...{ external: "domains", domains: [], ports: [443], "denied-domains": ["mirror.test"] },
    });
    await using proxy = await startProxy(443, { policy });
    await speak(proxy.socketPath, "CONNECT mirror.test:443 HTTP/1.1\r\n\r\n");
    expect(proxy.refusals.map(({ policy: rule }) => rule)).toEqual(["denied-host"]);
  });

  it("that does not answer is no refusal", async () => {
    await using proxy = await startProxy(1);
    const said = await speak(proxy.socketPath, "CONNECT mirror.test:1 HTTP/1.1\r\n\r\n");
    expect(said.toString()).toMatch(/^HTTP\/1\.1 502 /);
    expect(proxy.refusals).toEqual([]);
  });
});

it("goes through the proxy of a sandbox around it, which has the last word", async () => {
  await using server = await startServer();
  await using outer = await startProxy(server.port);
  const both = { external: "domains", domains: ["open.test", "other.test"], ports: [server.port] };
  await using inner = await startProxy(server.port, {
    ...{ outer: outer.socketPath, policy: policyOf(both) },
  });
  const ask = (name: string) =>
    speak(
      inner.socketPath,
      `GET http://${name}:${server.port}/ HTTP/1.1\r\nConnection: close\r\nHost: x\r\n\r\n`,
    );
  expect((await ask("mirror.test")).toString()).toContain("hello from the server");
  expect((await ask("other.test")).toString()).toMatch(/^HTTP\/1\.1 403 /);
  expect(inner.refusals.map(({ policy }) => policy)).toEqual(["outer-sandbox"]);
  expect(inner.looked).toEqual([]);
});

it("leaves nothing behind where it cannot start", async () => {
  const directory = mkdtempSync(join(tmpdir(), "egress-left-"));
  const policy = policyOf({ external: "domains", domains: ["open.test"] });
  const [source] = policy.network.domains;
  if (source === undefined) throw new Error("the policy names a host");
  const network = { ...policy.network, dns: [{ ...source, value: "no address" }] };
  const none = { mirrors: [], launcher: undefined, node: process.execPath } as const;
  const started = startEgress({
    ...{ ...none, directory, policy: { ...policy, network }, refused: () => undefined },
  });
  await expect(started).rejects.toThrow("Invalid IP address");
  expect(readdirSync(directory)).toEqual([]);
  rmSync(directory, { recursive: true });
});

it("leaves no socket behind", async () => {
  const proxy = await startProxy(443);
  await proxy[Symbol.asyncDispose]();
  expect(statSync(proxy.socketPath, { throwIfNoEntry: false })).toBeUndefined();
});

describe.each([
  ["the compiled relay", LAUNCHER],
  ["a relay of Node", undefined],
])("in a network namespace of its own, by %s", (_kind, launcher) => {
  async function inSandbox(egress: TestProxy, script: string) {
    const scratch = mkdtempSync(join(tmpdir(), "egress-files-"));
    const files = egress.files.map(({ target, content, mode }, index) => {
      const source = join(scratch, index.toString());
      writeFileSync(source, content, { mode });
      return { source, target };
    });
    const argv = [
      ...[
        "--unshare-user",
        "--unshare-pid",
        "--unshare-net",
        "--cap-drop",
        "ALL",
        "--die-with-parent",
      ],
      ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"],
      ...[...egress.binds, ...files].flatMap(({ source, target }) => ["--ro-bind", source, target]),
      ...["--remount-ro", "/run", "--", ...egress.wrap(["/bin/sh", "-c", script])],
    ];
    const child = spawn("bwrap", argv, {
      env: { PATH: process.env["PATH"], HOME: "/nowhere", ...egress.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => said.push(chunk.toString()));
    }
    const status = await new Promise((resolve) => child.on("close", resolve));
    rmSync(scratch, { recursive: true });
    return { status, said: said.join("") };
  }

  const fetching = (url: string) =>
    `exec '${process.execPath}' -e 'fetch("${url}").then(async (r) => console.log(r.status, await r.text()), (e) => console.log(String(e.cause)))'`;

  it("lets Node's own fetch through to what is open, and nowhere else", async () => {
    await using server = await startServer();
    await using proxy = await startProxy(server.port, { launcher });
    const open = await inSandbox(proxy, fetching(`http://mirror.test:${server.port}/`));
    expect(open.said).toBe("200 hello from the server\n");
    const closed = await inSandbox(proxy, fetching(`http://evil.test:${server.port}/`));
    expect(closed.said).toMatch(/^\w*Error: /);
    expect(proxy.refusals.map(({ policy }) => policy)).toEqual(["host-not-allowed"]);
  });

  it("has no route past the proxy", async () => {
    await using server = await startServer();
    await using proxy = await startProxy(server.port, { launcher });
    const attempt = `'${process.execPath}' -e '
      const net = require("node:net");
      for (const host of ["127.0.0.1", "10.0.0.1", "93.184.215.14"])
        net.connect(${server.port}, host).on("connect", () => console.log("connected", host)).on("error", (e) => console.log(e.code));
    '`;
    const { said } = await inSandbox(proxy, attempt);
    expect(said.trim().split("\n").sort()).toEqual(["ECONNREFUSED", "ENETUNREACH", "ENETUNREACH"]);
  });

  it("is the command by then: its status, its output's end, and no child that it did not start", async () => {
    await using proxy = await startProxy(443, { launcher });
    expect((await inSandbox(proxy, "wait; echo done; exit 7")).status).toBe(7);
    const missing = await inSandbox(proxy, "exec /nowhere/program");
    expect(missing.status).toBe(127);
  });

  it("cannot have its socket or its relay replaced", async () => {
    await using proxy = await startProxy(443, { launcher });
    const { said } = await inSandbox(
      proxy,
      "rm -f /run/agent-sandbox/egress.sock; mv /run/agent-sandbox/relay /tmp/x; [ -S /run/agent-sandbox/egress.sock ] && echo still there",
    );
    expect(said).toContain("still there");
  });
});

it("answers many at once with all of their bytes", async () => {
  await using server = await startServer();
  await using proxy = await startProxy(server.port);
  const request = `GET http://mirror.test:${server.port}/ HTTP/1.1\r\nConnection: close\r\nHost: x\r\n\r\n`;
  const all = await Promise.all(Array.from({ length: 50 }, () => speak(proxy.socketPath, request)));
  expect(all.filter((said) => said.toString().includes("hello from the server"))).toHaveLength(50);
});
