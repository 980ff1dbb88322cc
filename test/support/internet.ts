import { BlockList, isIPv4 } from "node:net";

import { docker, removeLabelled } from "./docker.ts";
import { neededAddresses } from "./needed-addresses.ts";
import { TEST_IMAGE, until } from "./sandbox-image.ts";

/** Documentation ranges (RFC 5737), in pieces, so that several internets fit beside each other. */
const PIECES = ["203.0.113", "198.51.100"].flatMap((start) =>
  [0, 64, 128, 192].map((offset) => ({ start, offset })),
);

/** A closed world of the tests' own: two networks, one container with all of its servers. */
export interface Internet {
  readonly network: string;
  /** A network with private addresses, on which the servers are at `privateAddress`. */
  readonly privateNetwork: string;
  readonly privateAddress: string;
  readonly gateway: string;
  readonly dns: string;
  readonly dns6: string;
  /** Two web servers' addresses; they answer on every port of `WEB_PORTS` with their own. */
  readonly web: readonly [string, string];
  readonly web6: string;
  /** A container nobody locked in, as a neighbour and to try out what tests do. */
  readonly neighbour: { readonly id: string; readonly address: string };
  /** Changes what a name resolves to from now on; no address takes it away. */
  readonly setName: (name: string, ...addresses: string[]) => Promise<void>;
  /** Every query that has reached the DNS server, as `type name`. */
  readonly queries: () => Promise<readonly string[]>;
  /** Everything that has reached the other servers, as `protocol address port byteCount`. */
  readonly hits: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

const WEB_PORTS = [22, 80, 443, 853, 8443];
export const UDP_PORT = 5000;

/** Set up under `label`, by which what an earlier, crashed run left is removed first. */
export async function openInternet(label: string): Promise<Internet> {
  await removeLabelled(label);
  const { network, start, offset } = await makeNetwork(label);
  const privateNetwork = `${network}-private`;
  const third = offset + (start === "203.0.113" ? 1 : 2);
  await docker([
    ...["network", "create", "--label", label, "--subnet", `10.213.${third}.0/24`],
    ...["--internal", privateNetwork],
  ]);
  const at = (host: number) => `${start}.${offset + host}`;
  const prefix6 = `2001:db8:${start === "203.0.113" ? 1 : 2}:${offset}`;
  const world = {
    network,
    privateNetwork,
    privateAddress: `10.213.${third}.5`,
    gateway: at(1),
    dns: at(2),
    dns6: `${prefix6}::2`,
    web: [at(10), at(11)] as const,
    web6: `${prefix6}::10`,
  };
  const servers = await startServers(label, world);
  const neighbour = await docker([
    ...["run", "--detach", "--label", label, "--network", network, "--ip", at(20)],
    ...["--entrypoint", "node", TEST_IMAGE, "--eval", WEB_SERVER],
  ]);
  return {
    ...world,
    neighbour: { id: neighbour, address: at(20) },
    ...serverControls(servers),
    close: async () => {
      await removeLabelled(label);
    },
  };
}

async function makeNetwork(label: string) {
  const needed = (await neededAddresses()).filter(isIPv4);
  for (const { start, offset } of PIECES) {
    const piece = new BlockList();
    piece.addSubnet(`${start}.${offset}`, 26);
    if (needed.some((address) => piece.check(address))) continue;
    const network = `${label.replace(/.*=/, "")}-${start}.${offset}`;
    const made = await docker([
      ...["network", "create", "--label", label, "--subnet", `${start}.${offset}/26`, "--ipv6"],
      ...["--subnet", `2001:db8:${start === "203.0.113" ? 1 : 2}:${offset}::/64`, network],
    ]).catch((error: unknown) => {
      if (String(error).includes("overlaps")) return undefined;
      throw error;
    });
    if (made !== undefined) return { network, start, offset };
  }
  throw new Error("Cannot make an internet: every documentation range is in use");
}

async function startServers(
  label: string,
  world: Pick<
    Internet,
    "network" | "privateNetwork" | "privateAddress" | "dns" | "dns6" | "web" | "web6"
  >,
): Promise<string> {
  const id = await docker([
    ...["create", "--label", label, "--user", "root", "--cap-add", "NET_ADMIN"],
    ...["--network", world.network, "--ip", world.dns, "--ip6", world.dns6],
    ...["--entrypoint", "sh", TEST_IMAGE, "-c", SERVERS, "servers", WEB_SERVER],
    ...[...world.web, world.web6],
  ]);
  await docker(["network", "connect", "--ip", world.privateAddress, world.privateNetwork, id]);
  await docker(["start", id]);
  await until(async () => (await docker(["logs", id])).includes("listening"));
  return id;
}

function serverControls(id: string): Pick<Internet, "setName" | "queries" | "hits"> {
  const names = new Map<string, readonly string[]>();
  const read = async (file: string) =>
    (await docker(["exec", "--user", "root", id, "cat", file])).split("\n").filter(Boolean);
  return {
    setName: async (name, ...addresses) => {
      names.set(name, addresses);
      const hosts = [...names].flatMap(([key, all]) => all.map((one) => `${one} ${key}\n`));
      const script = "cat > /tmp/hosts; pkill -HUP dnsmasq; sleep 0.1";
      await docker(["exec", "--interactive", "--user", "root", id, "sh", "-c", script], {
        input: hosts.join(""),
      });
    },
    queries: async () =>
      (await read("/tmp/queries")).flatMap((line) => {
        const [, type, name] = /query\[(.*?)\] (.*) from /.exec(line) ?? [];
        return type !== undefined && name !== undefined ? [`${type} ${name}`] : [];
      }),
    hits: async () => await read("/tmp/hits"),
  };
}

/**
 * Everything but what `setName` names is answered too, so that a query which leaks is seen to work. Of
 * models.example it knows all there is, and so answers AAAA with nothing: a program with musl takes the
 * refusal that it gives for other names as a failure of the whole name.
 */
const SERVERS = `
  for address in "$2" "$3"; do ip address add "$address/26" dev eth0; done
  ip address add "$4/64" dev eth0 nodad
  : > /tmp/hosts; : > /tmp/queries; : > /tmp/hits
  dnsmasq --user=root --no-resolv --no-hosts --addn-hosts=/tmp/hosts --local-ttl=1 \
    --local=/models.example/openai.com/claude.com/anthropic.com/ --log-queries --log-facility=/tmp/queries --pid-file \
    --address=/evil.example/"$2" --txt-record=evil.example,carried \
    --txt-record=allowed.example,told --cname=alias.example,target.example
  exec node --eval "$1"
`;

const WEB_SERVER = `
  const { appendFileSync } = require("node:fs");
  const plain = (address) => address.replace("::ffff:", "");
  const hit = (...words) => appendFileSync("/tmp/hits", words.join(" ") + "\\n");
  const listen = (port) => new Promise((resolve) => {
    require("node:net").createServer((socket) => {
      const { localAddress } = socket;
      hit("tcp", plain(localAddress), port, 0);
      const body = "hello from " + plain(localAddress);
      socket.on("error", () => {}).on("data", (data) => {
        hit("tcp", plain(localAddress), port, data.length);
        if (data.includes("GET ")) {
          socket.end("HTTP/1.1 200 OK\\r\\nConnection: close\\r\\nContent-Length: " + body.length + "\\r\\n\\r\\n" + body);
        }
      });
    }).listen(port, "::", resolve);
  });
  const udp = require("node:dgram").createSocket("udp6");
  udp.on("message", (message, from) => {
    hit("udp", plain(from.address), ${UDP_PORT}, message.length);
    udp.send(message, from.port, from.address);
  }).bind(${UDP_PORT}, "::");
  Promise.all(${JSON.stringify(WEB_PORTS)}.map(listen)).then(() => console.log("listening"));
`;
