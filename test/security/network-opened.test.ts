// A name that the host's user opens in a sandbox that runs: what it opens, what stays closed, and that
// nothing of it outlives its time.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { allowHost, untilClosed } from "../support/allow-host.ts";
import { docker, testLabel, tryDocker } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import {
  isRunning,
  openSandbox,
  TEST_IMAGE,
  type TestSandbox,
  until,
} from "../support/sandbox-image.ts";

const label = testLabel("network-opened");
const OPENED = { status: 0, stdout: "opened\n", stderr: "" };
let internet: Internet;
let sandbox: TestSandbox;

const curl = (url: string, ...more: readonly string[]) =>
  sandbox.run("curl", "-sS", "--max-time", "5", ...more, url);
const resolves = async (name: string) => (await sandbox.run("getent", "hosts", name)).status === 0;
const reaches = async (url: string) => (await curl(url)).status;
const asked = async (name: string) =>
  (await internet.queries()).filter((query) => query.endsWith(` ${name}`));

beforeAll(async () => {
  internet = await openInternet(label);
  for (const name of ["allowed.example", "sub.allowed.example", "a.wild.example"]) {
    await internet.setName(name, internet.web[0]);
  }
  for (const name of ["new.example", "other.example", "sub.new.example", "b.wild.example"]) {
    await internet.setName(name, internet.web[1], internet.web6);
  }
  await internet.setName("metadata.example", "169.254.169.254", "fe80::1");
  await internet.setName("private.example", internet.privateAddress);
  await internet.setName("sub.mirror.example", internet.privateAddress);
  await internet.setName("mirror.example", internet.privateAddress);
  sandbox = await openSandbox({
    label,
    networks: [internet.network, internet.privateNetwork],
    env: {
      AGENT_SANDBOX_DNS: internet.dns,
      AGENT_SANDBOX_HOSTS: "allowed.example",
      AGENT_SANDBOX_DENIED_HOSTS: "denied.example",
      AGENT_SANDBOX_MIRROR_HOSTS: "mirror.example",
      AGENT_SANDBOX_GITHUB_RANGES: "",
    },
  });
});

afterAll(async () => {
  await internet.close();
});

describe("a name that is opened", () => {
  it("is reached by IPv4 and IPv6, on the open ports alone, and before it was not", async () => {
    expect(await reaches("http://new.example/")).toBe(6);
    expect(await allowHost(sandbox.id, "new.example", 0)).toEqual(OPENED);
    expect((await curl("http://new.example/", "-4")).stdout).toBe(`hello from ${internet.web[1]}`);
    expect((await curl("http://new.example/", "-6")).stdout).toMatch(
      /^hello from 2001:db8:.*::10$/,
    );
    expect(await reaches("http://new.example:8443/")).toBe(7);
  });

  it("is that name alone: nobody outside hears of one below it or beside it", async () => {
    for (const name of ["sub.new.example", "xnew.example", "other.example", "example"]) {
      expect(await resolves(name)).toBe(false);
      expect(await asked(name)).toEqual([]);
    }
    expect(await resolves("allowed.example")).toBe(true);
  });

  it("stays once when it is opened again, also by many at once", async () => {
    const names = ["new.example", "n1.example", "n2.example", "n3.example", "n1.example"];
    const all = await Promise.all(names.map((name) => allowHost(sandbox.id, name, 0)));
    expect(all).toEqual(names.map(() => OPENED));
    const list = await sandbox.inspect("cat", "/run/agent-sandbox/opened/list");
    const listed = list.split("\n").slice(1);
    expect(listed.map((line) => line.split(" ").slice(1).join(" ")).sort()).toEqual([
      "open 0 n1.example",
      "open 0 n2.example",
      "open 0 n3.example",
      "open 0 new.example",
    ]);
    await internet.setName("n2.example", internet.web[1]);
    expect(await reaches("http://n2.example/")).toBe(0);
  });

  it("may be a wildcard, of which what is denied stays closed", async () => {
    expect(await allowHost(sandbox.id, "*.wild.example", 0, "b.wild.example")).toEqual(OPENED);
    expect(await reaches("http://a.wild.example/")).toBe(0);
    expect(await reaches("http://b.wild.example/")).toBe(6);
    expect(await resolves("wild.example")).toBe(false);
    expect(await asked("b.wild.example")).toEqual([]);
  });

  it("leads to no metadata service, and to no private address, also below a mirror's name", async () => {
    expect(await reaches("http://mirror.example/")).toBe(0);
    for (const name of ["metadata.example", "private.example", "sub.mirror.example"]) {
      expect(await allowHost(sandbox.id, name, 0)).toEqual(OPENED);
      expect(await resolves(name)).toBe(true);
      if (name === "metadata.example") expect(await reaches(`http://${name}/`)).toBe(7);
    }
    // The mirror's own name has the same address, so another one says it.
    const private2 = internet.privateAddress.replace(/\.5$/, ".1");
    await internet.setName("sub.mirror.example", private2);
    await sandbox.inspect("ipset", "flush", "mirrors4");
    expect(await reaches("http://private.example/")).toBe(7);
    expect(await sandbox.inspect("ipset", "list", "mirrors4")).not.toContain(private2);
  });

  it("says so where the policy opens it, and refuses what is denied or is a mirror's", async () => {
    expect(await allowHost(sandbox.id, "allowed.example", 0)).toMatchObject({ stdout: "open\n" });
    expect(await allowHost(sandbox.id, "denied.example", 0)).toMatchObject({ status: 126 });
    expect(await allowHost(sandbox.id, "*.mirror.example", 0)).toMatchObject({ status: 125 });
    for (const name of ["-x", "a b", "a/b", "a,b", "x\ny", "", "*.", "a..b"]) {
      expect(await allowHost(sandbox.id, name, 0)).toMatchObject({ status: 2, stdout: "" });
    }
  });
});

describe("a name that is open for a while", () => {
  it("does not exist afterwards, its addresses are refused, and others stay open", async () => {
    await internet.setName("short.example", internet.neighbour.address);
    expect(await allowHost(sandbox.id, "short.example", 4)).toEqual(OPENED);
    expect(await resolves("short.example")).toBe(true);
    expect(await openedSets()).toContain(internet.neighbour.address);
    await untilClosed(sandbox.id);
    expect(await resolves("short.example")).toBe(false);
    expect(await openedSets()).not.toContain(internet.neighbour.address);
    const bare = ["-sS", "--max-time", "3", `http://${internet.neighbour.address}/`];
    expect((await sandbox.run("curl", ...bare)).status).toBe(7);
    expect(await reaches("http://new.example/")).toBe(0);
    expect(await reaches("http://allowed.example/")).toBe(0);
  });

  it("leaves no address behind where its own domain is open by the policy", async () => {
    await internet.setName("x.allowed.example", internet.web[1]);
    expect(await allowHost(sandbox.id, "*.allowed.example", 4)).toEqual(OPENED);
    expect(await reaches("http://x.allowed.example/")).toBe(0);
    expect(await reaches("http://allowed.example/")).toBe(0);
    expect(await sandbox.inspect("ipset", "list", "hosts4")).toContain(internet.web[1]);
    await untilClosed(sandbox.id);
    expect(await sandbox.inspect("ipset", "list", "hosts4")).not.toContain(internet.web[1]);
    expect(await reaches("http://x.allowed.example/")).toBe(6);
    expect(await reaches("http://allowed.example/")).toBe(0);
  });

  it("ends its connections with it, and no other's", async () => {
    await internet.setName("long.example", internet.neighbour.address);
    const own = hold("allowed.example");
    expect(await allowHost(sandbox.id, "long.example", 5)).toEqual(OPENED);
    const others = [hold("long.example"), hold("new.example")] as const;
    expect((await others[0]).stdout).toMatch(/^(said \d+ )?cut/);
    expect((await others[1]).stdout).toBe("goes on\n");
    expect((await own).stdout).toBe("goes on\n");
  });

  it("is not kept open by a connection to the resolver that was open before", async () => {
    await internet.setName("tcp.example", internet.web[0]);
    expect(await allowHost(sandbox.id, "tcp.example", 4)).toEqual(OPENED);
    const said = (await sandbox.run("node", "--eval", ASK_ALL_THE_TIME)).stdout;
    expect(said).toMatch(/^0(,0)*,ended\n$/);
    await untilClosed(sandbox.id);
    expect(await resolves("tcp.example")).toBe(false);
  });

  it("is open until the last word says", async () => {
    expect(await allowHost(sandbox.id, "last.example", 3)).toEqual(OPENED);
    expect(await allowHost(sandbox.id, "last.example", 0)).toEqual(OPENED);
    expect(await allowHost(sandbox.id, "mark.example", 5)).toEqual(OPENED);
    await untilClosed(sandbox.id);
    await internet.setName("last.example", internet.web[1]);
    expect(await reaches("http://last.example/")).toBe(0);
    expect(await allowHost(sandbox.id, "last.example", 1)).toEqual(OPENED);
    await untilClosed(sandbox.id);
    expect(await resolves("last.example")).toBe(false);
  });
});

describe("whoever is inside", () => {
  it.each([
    ["call the program", "/usr/local/lib/agent-sandbox/allow-host mine.example 0"],
    ["call it as what runs later", "/usr/local/lib/agent-sandbox/allow-host --close-at 1 1"],
    ["write the list", "echo '9 open 0 mine.example' >> /run/agent-sandbox/opened/list"],
    ["replace the list", "mv /etc/hostname /run/agent-sandbox/opened/list"],
    ["write the configuration", "echo >> /run/agent-sandbox/opened/resolver.conf"],
    ["make a file beside it", "touch /run/agent-sandbox/opened/x"],
    ["take the folder away", "mv /run/agent-sandbox/opened /run/agent-sandbox/mine"],
    ["hold the lock", "exec 9> /run/agent-sandbox/opened/lock"],
    ["speak as the resolver", "echo x > /run/agent-sandbox/resolver-log"],
    ["hear the resolver", "exec 9< /run/agent-sandbox/resolver-log"],
    ["signal the resolver", "kill -HUP $(pgrep dnsmasq)"],
    ["stop who keeps the time", "kill -STOP $(pgrep -f -- [-]-close-at)"],
    ["fill a set", "ipset add opened4-1 192.0.2.1"],
  ])("cannot %s", async (_, command) => {
    expect(await allowHost(sandbox.id, "kept.example", 600)).toEqual(OPENED);
    expect((await sandbox.run("bash", "-c", command)).status).not.toBe(0);
  });

  it("has no process with a capability that is not the resolver's user's", async () => {
    const script = `for f in /proc/[0-9]*; do
      [[ $(< $f/comm) == @(bash|grep) ]] || ! grep -q "^CapPrm.*[1-9a-f]" $f/status || stat -c %u $f
    done 2> /dev/null | sort -u`;
    expect((await sandbox.run("bash", "-O", "extglob", "-c", script)).stdout).toBe("64053\n");
  });
});

describe("a sandbox", () => {
  it("ends where nobody is left to close a name", async () => {
    const own = await openSandbox({ label, networks: [internet.network] });
    expect(await allowHost(own.id, "new.example", 2)).toEqual(OPENED);
    const kill = ["setpriv", "--reuid=64053", "--clear-groups", "pkill", "-KILL", "allow-host"];
    await own.inspect(...kill);
    expect(Number(await docker(["wait", own.id], { timeout: 90_000 }))).toBe(125);
    const last = (await own.events()).at(-1);
    expect(last).toMatchObject({ event: "sandbox.failed" });
    expect(last?.reason).toBe('Cannot close "new.example" again: its time is over');
  });

  it("starts again without the names that were opened in it", async () => {
    await docker(["restart", "--time", "3", sandbox.id]);
    await until(async () => (await sandbox.run("true")).status === 0);
    expect(await resolves("new.example")).toBe(false);
    expect(await reaches("http://allowed.example/")).toBe(0);
    expect(await allowHost(sandbox.id, "new.example", 0)).toEqual(OPENED);
    expect(await reaches("http://new.example/")).toBe(0);
    expect(await isRunning(sandbox.id)).toBe(true);
  });

  it("tells what it refuses after its resolver was exchanged as before", async () => {
    expect(await resolves("refused-later.example")).toBe(false);
    await until(async () =>
      (await sandbox.events()).some(({ name }) => name === "refused-later.example"),
    );
  });

  it("of a bare docker run has nobody who would close a name, and opens none", async () => {
    const id = await docker([
      ...["run", "--detach", "--label", label, "--cap-add", "NET_ADMIN", "--cap-add", "NET_RAW"],
      ...[TEST_IMAGE, "sleep", "60"],
    ]);
    expect(await allowHost(id, "new.example", 0)).toMatchObject({ status: 125, stdout: "" });
  });
});

const openedSets = async () => {
  const { stdout } = await tryDocker(["exec", "--user", "root", sandbox.id, "ipset", "list"]);
  return stdout.slice(stdout.indexOf("Name: opened"));
};

/** Keeps one connection open for nine seconds and says each half second something on it. */
const hold = (name: string) => sandbox.run("node", "--eval", HOLD, name);

const HOLD = `
  const end = (word) => { console.log(word); process.exit(); };
  const socket = require("node:net").connect(80, process.argv[1]);
  socket.on("error", () => end("cut")).on("close", () => end("closed"));
  setInterval(() => socket.write("x"), 500);
  setTimeout(() => end("goes on"), 9000);
`;

/** Each second one query of a TCP connection to the resolver: the answers' codes, and how it ended. */
const ASK_ALL_THE_TIME = `
  const name = Buffer.from("\\x03tcp\\x07example\\0", "latin1");
  const query = Buffer.concat([Buffer.from("000101000001000000000000", "hex"), name, Buffer.from("00010001", "hex")]);
  const length = Buffer.from([0, query.length]);
  const codes = [];
  const end = (word) => { console.log([...codes, word].join(",").trim()); process.exit(); };
  const socket = require("node:net").connect(53, "127.0.0.1");
  const ask = () => socket.write(Buffer.concat([length, query]));
  socket.on("data", (data) => codes.push(data[5] & 15));
  socket.on("error", () => end("ended")).on("close", () => end("ended"));
  ask(); setInterval(ask, 500); setTimeout(() => end("goes on"), 12000);
`;
