import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, testLabel, tryDocker } from "../support/docker.ts";
import { type Internet, openInternet, UDP_PORT } from "../support/internet.ts";
import { openSandbox, type TestSandbox, until } from "../support/sandbox-image.ts";

const label = testLabel("network-refused");
let internet: Internet;
let sandbox: TestSandbox;

/** The same attempt from inside, and from a neighbour whom nothing holds back. */
const inside = async (...argv: string[]) => (await sandbox.run(...argv)).status;
const outside = async (...argv: string[]) =>
  (await tryDocker(["exec", "--user", "node", internet.neighbour.id, ...argv])).status;

const connect = (address: string, port: number) => [
  ...["timeout", "3", "bash", "-c"],
  `: < /dev/tcp/${address}/${port.toString()}`,
];
const ask = (server: string, name: string, ...more: string[]) => [
  ...["sh", "-c", 'dig +time=1 +tries=1 "$@" | grep -q "status: NOERROR"', "ask"],
  ...[`@${server}`, name, ...more],
];

beforeAll(async () => {
  internet = await openInternet(label);
  await internet.setName("allowed.example", internet.web[0]);
  await internet.setName("metadata.example", "169.254.169.254", "fe80::1");
  await internet.setName("loopback.example", "127.0.0.11");
  sandbox = await openSandbox({
    label,
    networks: [internet.network],
    env: {
      AGENT_SANDBOX_DNS: internet.dns,
      AGENT_SANDBOX_HOSTS: "allowed.example metadata.example loopback.example",
      AGENT_SANDBOX_MIRROR_HOSTS: "metadata.example",
      AGENT_SANDBOX_GITHUB_RANGES: "",
    },
  });
});

afterAll(async () => {
  await internet.close();
});

describe("a name that is not allowed", () => {
  it.each(["A", "AAAA", "TXT", "MX", "SRV", "HTTPS", "NS", "CNAME", "ANY", "TYPE65534"])(
    "does not exist (%s), and nobody outside hears of it",
    async (type) => {
      const name = `${randomBytes(20).toString("hex")}.evil.example`;
      const said = (await sandbox.run("dig", "+time=2", "+tries=1", name, type)).stdout;
      expect(said).toContain("status: NXDOMAIN");
      expect((await internet.queries()).join("\n")).not.toContain("evil.example");
    },
  );

  it("would have been answered outside", async () => {
    expect(await outside(...ask(internet.dns, "evil.example", "TXT"))).toBe(0);
    expect(await internet.queries()).toContain("TXT evil.example");
  });

  it("may not be a sub-domain of one that is, nor a name that ends or starts like it", async () => {
    for (const name of [
      "data.allowed.example",
      "xallowed.example",
      "allowed.example.evil.example",
      "example",
    ]) {
      expect(await inside("getent", "hosts", name)).toBe(2);
      expect((await internet.queries()).filter((query) => query.endsWith(` ${name}`))).toEqual([]);
    }
  });

  it("is one event with its name and type, however often and strangely it is asked for", async () => {
    const hostile = String.raw`quote\".back\\slash and is nxdomain.evil.example`;
    for (const name of [
      "loud.example",
      "loud.example",
      "LOUD.example",
      hostile,
      "n\\010l.evil.example",
    ]) {
      await sandbox.run("dig", "+time=1", "+tries=1", name, "TXT");
    }
    const names = async () => (await sandbox.events()).map(({ name }) => name ?? "");
    await until(async () => (await names()).includes("<name unprintable>"));
    expect((await names()).filter((name) => name.toLowerCase() === "loud.example")).toHaveLength(1);
    expect(await names()).toContain(String.raw`quote".back\slash and is nxdomain.evil.example`);
  });
});

describe("a resolver other than the sandbox's own", () => {
  it("cannot be asked, over UDP or TCP, not even the one that the sandbox's asks", async () => {
    for (const server of [internet.dns, internet.web[0], internet.dns6, "127.0.0.11"]) {
      expect(await inside(...ask(server, "allowed.example"))).not.toBe(0);
      expect(await inside(...ask(server, "allowed.example", "+tcp"))).not.toBe(0);
    }
    expect(await outside(...ask(internet.dns, "allowed.example"))).toBe(0);
    expect(await outside(...ask(internet.dns, "allowed.example", "+tcp"))).toBe(0);
    expect(await outside(...ask(internet.dns6, "allowed.example"))).toBe(0);
  });

  it("cannot be asked from a port that the sandbox's own has just used", async () => {
    // A filter that accepts whatever is "established" lets this through.
    const script = `
      dig +time=1 allowed.example > /dev/null
      exec timeout 20 node --eval '${SEND_FROM_EVERY_PORT}' ${dnsQuery("carried.example")} ${internet.dns}`;
    await sandbox.run("bash", "-c", script);
    const fromOutside = await internet.queries();
    expect(fromOutside.filter((query) => query.includes("carried"))).toEqual([]);
  });

  it("cannot be reached by DNS over TLS or HTTPS", async () => {
    expect(await inside(...connect(internet.web[0], 853))).not.toBe(0);
    expect(await inside(...connect(internet.dns, 853))).not.toBe(0);
    expect(await inside(...connect(internet.dns, 443))).not.toBe(0);
    expect(await outside(...connect(internet.dns, 853))).toBe(0);
  });
});

describe("an address that no allowed name has", () => {
  it("is refused at once", async () => {
    const { web, web6, dns, neighbour, gateway } = internet;
    for (const address of [web[1], web6, dns, neighbour.address, gateway, "169.254.169.254"]) {
      const before = performance.now();
      expect(await inside(...connect(address, 80))).toBe(1);
      expect(performance.now() - before).toBeLessThan(2_500);
    }
    for (const address of [web[1], web6, dns])
      expect(await outside(...connect(address, 80))).toBe(0);
  });

  it("is refused when it is the host's, where something listens", async () => {
    await using server = createServer((socket) => socket.end());
    await once(server.listen(80, internet.gateway), "listening");
    expect(await outside(...connect(internet.gateway, 80))).toBe(0);
    expect(await inside(...connect(internet.gateway, 80))).toBe(1);
  });

  it("gets no UDP and no ICMP", async () => {
    const datagram = ["bash", "-c", `echo x > /dev/udp/${internet.web[0]}/${UDP_PORT.toString()}`];
    const ping = ["perl", "-MSocket", "-e", PING, internet.web[0]];
    expect(await inside(...datagram)).not.toBe(0);
    expect(await inside(...ping)).not.toBe(0);
    const udp = (await internet.hits()).filter((hit) => hit.startsWith("udp"));
    expect(udp).toEqual([]);
    await outside(...datagram);
    expect(await outside(...ping)).toBe(0);
    await until(async () => (await internet.hits()).some((hit) => hit.startsWith("udp")));
  });
});

describe("a cloud's metadata service, or loopback", () => {
  it("is refused whatever name resolves to it, a mirror's included", async () => {
    for (const name of ["metadata.example", "loopback.example"]) {
      expect(await inside("getent", "hosts", name)).toBe(0);
      expect(await inside("curl", "-sS", "--max-time", "3", `http://${name}/`)).toBe(7);
    }
    expect(
      await docker(["exec", "--user", "root", sandbox.id, "ipset", "list", "never4"]),
    ).toContain("169.254.0.0/16");
  });
});

/** A query for a name's address in wire format (RFC 1035, section 4.1), as hexadecimal digits. */
function dnsQuery(name: string): string {
  const labels = name.split(".").map((part) => String.fromCharCode(part.length) + part);
  return Buffer.from(`\0\x01\x01\0\0\x01\0\0\0\0\0\0${labels.join("")}\0\0\x01\0\x01`).toString(
    "hex",
  );
}

const SEND_FROM_EVERY_PORT = `
  const [, query, server] = process.argv;
  let port = 1024;
  const next = () => {
    if ((port += 1) > 65535) return;
    const socket = require("node:dgram").createSocket("udp4");
    const done = () => { socket.close(); next(); };
    socket.on("error", done).bind(port, () => socket.send(Buffer.from(query, "hex"), 53, server, done));
  };
  for (let lane = 0; lane < 64; lane += 1) next();
`;

/** An echo request on a ping socket, which needs no capability; 0 when it is answered. */
const PING = `
  socket(my $s, AF_INET, SOCK_DGRAM, 1) or exit 2;
  send($s, pack("CCnnna8", 8, 0, 0, 0, 1, "sandbox!"), 0, sockaddr_in(0, inet_aton($ARGV[0]))) or exit 3;
  my $ready = ""; vec($ready, fileno($s), 1) = 1;
  exit(select($ready, undef, undef, 2) > 0 ? 0 : 4);
`;
