// A sandbox in a sandbox whose network is named hosts: both judge, and there is one way out.
import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine } from "../../support/on-this-machine.ts";

const named = (...domains: readonly string[]) => ({ network: { external: "domains", domains } });

describe("a sandbox in a sandbox, both with named hosts", () => {
  it("reaches what both open alone, and the outer one's record has what that refused", async () => {
    using machine = makeMachine({ uid: 1000, config: named("both.test", "outer.test") });
    const inner = JSON.stringify(named("both.test", "inner.test"));
    const ask = (host: string) =>
      `curl -s -o /dev/null -w '${host} %{http_code}\\n' -m 20 http://${host}/`;
    machine.host(`cat > ask.sh << 'END'
${["both.test", "outer.test", "inner.test", "evil.test"].map(ask).join("\n")}
curl -s -m 5 --noproxy '*' http://192.0.2.1/ || echo no route
curl -s -m 5 -o /dev/null --unix-socket /run/agent-sandbox/outer/egress.sock -w 'outer socket %{http_code}\\n' http://evil.test/
END
echo '${inner}' > inner.json`);
    const { stdout } = await machine.exec(`node ${CLI} exec -c inner.json sh ask.sh`, {
      flags: ["--nested", "--trust"],
    });
    const said = stdout.trim().split("\n");
    expect(said).toContain("outer.test 403");
    expect(said).toContain("inner.test 403");
    expect(said).toContain("evil.test 403");
    expect(said).toContain("no route");
    // Nobody answers for that name: it was let through by both, and looked up.
    expect(said).toContain("both.test 502");
    const record = machine.host(
      "find ~/.local/state/agent-sandbox -name '*.jsonl' -exec grep -h connect {} +",
    );
    expect(record).toContain('"target":"inner.test:80"');
    expect(record).not.toContain('"target":"outer.test:80"');
  });

  it("opens nothing where the outer one has no network", async () => {
    using machine = makeMachine({ uid: 1000 });
    machine.host(`echo '${JSON.stringify(named("open.test"))}' > inner.json`);
    const curl = "curl -s -o /dev/null -w %{http_code} -m 10 http://open.test/";
    const { stdout } = await machine.exec(`node ${CLI} exec -c inner.json ${curl}`, {
      flags: ["--nested", "--network=false"],
    });
    expect(stdout).not.toMatch(/200|30\d/);
  });
});
