// A service of this machine that listens on all of its addresses, reached by the name of a public one: that name may
// be open, as a repository's own website is on the machine that serves it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine } from "../../support/on-this-machine.ts";

const SERVE = `
for (const host of ["0.0.0.0", "::"])
  require("http").createServer((_, answer) => answer.end("reached\\n")).listen({ port: 80, host, ipv6Only: host === "::" });
`;

/** A network and a list of names of the test's own, which nobody else sees. */
const MACHINE = `
ip link set lo up
ip address add 203.0.113.7/32 dev lo
ip address add 2001:db8::7/128 dev lo nodad
printf '127.0.0.1 localhost\\n203.0.113.7 four.test\\n2001:db8::7 six.test\\n' > hosts
mount --bind hosts /etc/hosts
node serve.js & server=$!
until curl -s -o /dev/null http://four.test/; do sleep 0.1; done
"$@"
kill $server
`;

const CONFIG = { network: { external: "domains", domains: ["four.test", "six.test"] } };

function run(script: string): string {
  using machine = makeMachine({ uid: 0, config: CONFIG });
  writeFileSync(join(machine.workspace, "serve.js"), SERVE);
  writeFileSync(join(machine.workspace, "machine.sh"), MACHINE);
  const argv = ["unshare", "--net", "--mount", "sh", "machine.sh", "sh", "-c", script];
  const [program = "", ...words] = machine.as;
  const said = spawnSync(program, [...words, ...argv], {
    cwd: machine.workspace,
    encoding: "utf8",
    timeout: 60_000,
  });
  const recorded = machine.host(
    "find ~/.local/state/agent-sandbox -name '*.jsonl' -exec grep -h connect {} + || true",
  );
  return `${said.stdout}${recorded}`;
}

const curl = (host: string) => `curl -s -m 20 -o /dev/null -w '%{http_code}\\n' http://${host}/`;

describe("the machine's own addresses", () => {
  it.each(["four.test", "six.test"])("are not reached by an open name: %s", (host) => {
    const exec = `${process.execPath} ${CLI} exec --trust ${curl(host)}`;
    const said = run(`${curl(host)}; ${exec}`);
    expect(said).toMatch(/^200\n403\n/);
    expect(said).toContain(`"target":"${host}:80"`);
    expect(said).toContain("is this machine's own");
  });
});
