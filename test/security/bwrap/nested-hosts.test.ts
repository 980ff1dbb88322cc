// A sandbox in a sandbox whose network is named hosts: both judge, and there is one way out.
import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine, USERS } from "../../support/on-this-machine.ts";

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
});

describe.each(USERS)("a sandbox in a sandbox of $user", ({ uid }) => {
  const REACHED = /^(?!000|403|50\d)\d{3}$/m;
  const curl = (options: string) =>
    `curl -s -o /dev/null -w '%{http_code}\\n' -m 10 ${options} http://open.test/`;

  it.each([
    ["no network", ["--nested", "--network=false"], {}],
    ["other hosts alone", ["--nested", "--trust"], named("other.test")],
  ])("reaches nothing where the outer one has %s", async (_, flags, config) => {
    using machine = makeMachine({ uid, config });
    machine.host(`echo '${JSON.stringify(named("open.test"))}' > inner.json
      echo '{"network":true}' > all.json`);
    const inner = (file: string) => `node ${CLI} exec --trust -c ${file}`;
    const ask = `${curl("")}; ${curl("--noproxy '*'")}; ${curl("--proxy '' --resolve open.test:80:192.0.2.1")}`;
    const { stdout } = await machine.exec(
      `echo '${ask.replaceAll("'", String.raw`'\''`)}' > ask.sh
       for file in inner.json all.json; do ${inner("$file")} sh ask.sh; done
       unshare --user --map-root-user sh ask.sh; sh ask.sh; echo end`,
      { flags },
    );
    expect(stdout).not.toMatch(REACHED);
    expect(stdout).toMatch(/^(?:000|403)$/m);
    expect(stdout).toContain("end\n");
  });
});
