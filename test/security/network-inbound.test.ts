import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, testLabel, tryDocker } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { openSandbox, type TestSandbox, until } from "../support/sandbox-image.ts";

const label = testLabel("network-inbound");
let internet: Internet;
let sandbox: TestSandbox;
let addresses: readonly string[];

const SERVER = `
  for (const port of [8080, 9090]) require("node:http").createServer((_, r) => r.end("inside")).listen(port, "::");
  const udp = require("node:dgram").createSocket("udp4");
  udp.on("message", (m, from) => udp.send("inside", from.port, from.address)).bind(5353);
`;

beforeAll(async () => {
  internet = await openInternet(label);
  sandbox = await openSandbox({
    label,
    networks: [internet.network],
    env: {
      AGENT_SANDBOX_DNS: internet.dns,
      AGENT_SANDBOX_HOSTS: "",
      AGENT_SANDBOX_PUBLISHED: "8080/tcp 5353/udp",
    },
  });
  const format = "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{.GlobalIPv6Address}}{{end}}";
  addresses = (await docker(["inspect", "--format", format, sandbox.id])).split(" ");
  await docker(["exec", "--detach", "--user", "node", sandbox.id, "node", "--eval", SERVER]);
  await until(async () => (await sandbox.run("curl", "-sS", "http://localhost:9090")).status === 0);
});

afterAll(async () => {
  await internet.close();
});

const fromNeighbour = async (...argv: string[]) =>
  await tryDocker(["exec", internet.neighbour.id, ...argv]);
const url = (address: string, port: number) =>
  `http://${address.includes(":") ? `[${address}]` : address}:${port.toString()}`;

describe("who comes from outside", () => {
  it("enters by a published port, over IPv4 and IPv6", async () => {
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const { stdout } = await fromNeighbour("curl", "-sS", "--max-time", "3", url(address, 8080));
      expect(stdout).toBe("inside");
    }
  });

  it("enters by a published UDP port", async () => {
    const script = `exec 3<>/dev/udp/${addresses[0] ?? ""}/5353; echo x >&3; timeout 3 head -c 6 <&3`;
    expect((await fromNeighbour("bash", "-c", script)).stdout).toBe("inside");
  });

  it("enters by no other port", async () => {
    for (const address of addresses) {
      const { status } = await fromNeighbour("curl", "-sS", "--max-time", "1", url(address, 9090));
      expect(status).toBe(28);
    }
  });

  it("does not hear from a sandbox that answers an echo request", async () => {
    const script = `socket(S, AF_INET, SOCK_DGRAM, 1); send(S, pack("CCnnn", 8, 0, 0, 0, 1), 0,
      sockaddr_in(0, inet_aton($ARGV[0]))); my $r = ""; vec($r, fileno(S), 1) = 1;
      exit(select($r, undef, undef, 1) > 0 ? 0 : 4)`;
    expect((await fromNeighbour("perl", "-MSocket", "-e", script, addresses[0] ?? "")).status).toBe(
      4,
    );
  });
});

describe("a sandbox without any allowed name", () => {
  it("reaches nothing, and its own loopback still", async () => {
    expect((await sandbox.run("curl", "-sS", "http://localhost:9090")).stdout).toBe("inside");
    expect((await sandbox.run("curl", "-sS", "http://evil.example")).status).toBe(6);
    expect((await sandbox.run("curl", "-sS", `http://${internet.web[0]}`)).status).toBe(7);
  });
});
