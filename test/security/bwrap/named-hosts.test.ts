// A sandbox on this machine that may reach named hosts only: the ways past the proxy, and the record of
// what it refuses.
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { type Machine, makeMachine, USERS } from "../../support/on-this-machine.ts";

const CONFIG = { network: { external: "domains", domains: ["open.test"] } };

describe.each(USERS)("with named hosts, as $user", ({ uid }) => {
  it("has no way out but the proxy, which refuses and records what is not open", async () => {
    using machine = makeMachine({ uid, config: CONFIG });
    const script = `
      curl -s -o /dev/null -w '%{http_code}\\n' -m 10 http://evil.test/
      curl -s -m 10 --noproxy '*' http://192.0.2.1/ || echo no route
      curl -s -m 10 --proxy socks5h://127.0.0.1:47128 http://169.254.169.254/ || echo no metadata
      exit 9`;
    const { stdout, status } = await machine.exec(script, { flags: ["--trust"] });
    expect([stdout, status]).toEqual(["403\nno route\nno metadata\n", 9]);
    const recorded = machine.host(
      "find ~/.local/state/agent-sandbox -name '*.jsonl' -exec grep -h connect {} +",
    );
    expect(recorded).toContain('"target":"evil.test:80"');
    expect(recorded).toContain('"target":"169.254.169.254:80"');
  });

  it("does not see the host's abstract sockets, nor its ports", async () => {
    using machine = makeMachine({ uid, config: CONFIG });
    await using server = createServer((socket) => socket.end("reached\n"));
    const name = `agent-sandbox-test-${process.pid.toString()}-${uid.toString()}`;
    server.listen(`\0${name}`);
    await once(server, "listening");
    const { stdout } = await machine.exec(
      `node -e 'require("net").connect("\\0${name}").on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))'
       grep -c @ /proc/net/unix; tail -n +2 /proc/net/tcp | grep -cv ' 0A '`,
      { flags: ["--trust"] },
    );
    expect(stdout).toBe("ECONNREFUSED\n0\n0\n");
  });

  it("does not fill the record by asking again and again: what is left out is counted", async () => {
    using machine = makeMachine({ uid, config: CONFIG });
    const script = `const http = require("http");
      const ask = (port) => new Promise((done) => {
        const to = { host: "127.0.0.1", port: 47128, path: "http://evil.test:" + port + "/" };
        http.get(to, (answer) => answer.resume().on("end", done)).on("error", done);
      });
      (async () => {
        for (let i = 0; i < 250; i += 1) await ask(80);
        for (let port = 1000; port < 1400; port += 1) await ask(port);
      })();`;
    machine.host(`cat > ask.js << 'END'\n${script}\nEND`);
    expect(await machine.exec("node ask.js", { flags: ["--trust"] })).toMatchObject({ status: 0 });
    const lines = machine.host(
      "find ~/.local/state/agent-sandbox -name '*.jsonl' -exec grep -h connect {} +",
    );
    const refused = lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { target: string; suppressed?: number });
    const counts = refused
      .filter(({ target }) => target === "evil.test:80")
      .map(({ suppressed = 0 }) => suppressed);
    expect(counts).toEqual([0, 8, 89, 149]);
    expect(refused.length).toBeLessThan(210);
    const all = refused.map(({ suppressed = 0 }) => suppressed + 1);
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(650);
  });

  it("has its socket where no sandbox sees it, however long the path is", async () => {
    using machine = makeMachine({ uid, config: CONFIG });
    const state = `${machine.home}/${"long/".repeat(30)}state`;
    const before = new Set(socketFolders(machine));
    const { stdout, status } = await machine.exec(
      `curl -s -o /dev/null -w '%{http_code}\n' -m 10 http://evil.test/; find ~ -name 'egress.sock*' 2>/dev/null; true`,
      { flags: ["--trust"], env: { XDG_STATE_HOME: state } },
    );
    expect([status, stdout]).toEqual([0, "403\n"]);
    // Other tests' come and go meanwhile.
    const left = () => socketFolders(machine).filter((name) => !before.has(name));
    for (let tries = 0; tries < 100 && left().length > 0; tries += 1) await sleep(100);
    expect(left()).toEqual([]);
  });
});

function socketFolders(machine: Machine): readonly string[] {
  const found = machine.host("find ~ /run -name 'agent-sandbox-egress-*' 2>/dev/null || true");
  return found.split("\n").filter(Boolean);
}
