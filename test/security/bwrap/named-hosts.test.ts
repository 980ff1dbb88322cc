// A sandbox on this machine that may reach named hosts only: the ways past the proxy, and the record of
// what it refuses.
import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

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
    const { stdout } = await machine.exec(
      "grep -c @ /proc/net/unix; tail -n +2 /proc/net/tcp | grep -cv ' 0A '",
      { flags: ["--trust"] },
    );
    expect(stdout).toBe("0\n0\n");
  });
});
