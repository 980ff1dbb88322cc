import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { removeLabelled, testLabel } from "../support/docker.ts";
import { openSandbox, type TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("container-agent");
let sandbox: TestSandbox;

beforeAll(async () => {
  await removeLabelled(label);
  sandbox = await openSandbox({ label, networks: ["bridge"] });
});

afterAll(async () => {
  await removeLabelled(label);
});

const status = async (script: string) => (await sandbox.run("sh", "-c", script)).status;

/** The lines of /proc/PID/status that say what a process may do. */
async function powers(pid: string): Promise<Record<string, string>> {
  const text = (await sandbox.run("cat", `/proc/${pid}/status`)).stdout;
  const lines = text.matchAll(/^(Cap\w+|Uid|NoNewPrivs):\s+(\S+)/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

const NONE = "0000000000000000";
const NET_ADMIN = "0000000000001000";
const all = (set: string) => ({ CapInh: set, CapPrm: set, CapEff: set, CapBnd: set, CapAmb: set });

describe("after readiness", () => {
  it("no process of the set-up has any capability but the resolver, which has NET_ADMIN", async () => {
    const { stdout } = await sandbox.run("ps", "-e", "-o", "pid=,user:20=,comm=");
    const others = stdout.split("\n").map((line) => line.trim().split(/\s+/));
    const setUp = others.filter(([, user]) => user !== "node" && user !== "");
    expect(setUp.map(([, , name]) => name)).toEqual(
      expect.arrayContaining(["tini", "dnsmasq", "supervise.sh", "mawk"]),
    );
    for (const [pid = "", , name] of setUp.filter(([pid]) => pid !== "")) {
      const expected =
        name === "dnsmasq" ? { ...all(NET_ADMIN), Uid: "64053" } : { ...all(NONE), Uid: "0" };
      expect({ name, ...(await powers(pid)) }).toEqual({ name, ...expected, NoNewPrivs: "1" });
    }
  });

  it("who enters has no capability that could be used", async () => {
    expect(await powers("self")).toMatchObject({
      ...{ Uid: "1000", NoNewPrivs: "1" },
      ...{ CapInh: NONE, CapPrm: NONE, CapEff: NONE, CapAmb: NONE },
    });
  });
});

describe("the agent", () => {
  it.each([
    ["stop the resolver", "kill -9 $(pgrep dnsmasq)"],
    ["stop the supervisor", "kill -9 $(pgrep supervise) $(pgrep tini) $(pgrep mawk)"],
    ["end PID 1", "kill -TERM 1"],
    ["speak for PID 1", 'echo \'{"event":"sandbox.failed"}\' > /proc/1/fd/1'],
    ["read PID 1's files", "ls /proc/1/fd/"],
    ["read the resolver's memory", "cat /proc/$(pgrep dnsmasq)/mem"],
    [
      "write the resolver's settings",
      "echo 'address=/x/1.2.3.4' >> /run/agent-sandbox/resolver.conf",
    ],
    ["say that the sandbox is ready", "echo > /run/agent-sandbox/ready"],
    ["replace what is expected of the mounts", "rm -f /run/agent-sandbox/mounts"],
    ["choose another resolver", "echo nameserver 9.9.9.9 > /etc/resolv.conf"],
    ["name an address", "echo 1.2.3.4 x >> /etc/hosts"],
    ["read the rules", "iptables-save | grep ."],
    ["drop the rules", "iptables -F OUTPUT"],
    ["drop the IPv6 rules", "ip6tables -P OUTPUT ACCEPT"],
    ["add an address to a set", "ipset add hosts4 192.0.2.7"],
    ["set the network up again", "/usr/local/bin/init-firewall.sh"],
    ["set the network up again by sudo", "sudo -n /usr/local/bin/init-firewall.sh"],
    ["become root by sudo", "sudo -n true"],
    ["become root by su", "echo | su -c true"],
    ["become the resolver's user", "setpriv --reuid=64053 true"],
    ["open a raw socket", `perl -MSocket -e 'socket(S, AF_INET, SOCK_RAW, 1) or exit 1'`],
    ["gain capabilities in a namespace of its own", "unshare --user --map-root-user true"],
    ["mount over what is protected", "mount -t tmpfs none /etc"],
    [
      "turn IPv6's or the packet filter's settings",
      "echo 0 > /proc/sys/net/ipv6/conf/all/disable_ipv6",
    ],
    ["change the entry program", "echo >> /usr/local/lib/agent-sandbox/enter"],
    ["put a program in front of the others", "touch /usr/local/bin/x /usr/bin/x"],
  ])("cannot %s", async (_, script) => {
    expect(await status(script)).not.toBe(0);
  });

  it("has left everything as it was", async () => {
    expect(await status("getent hosts evil.example")).toBe(2);
    expect((await sandbox.events()).filter(({ event }) => event.startsWith("sandbox."))).toEqual([
      { event: "sandbox.ready" },
    ]);
  });
});

describe("the tools of the image", () => {
  it.each([
    ...[
      "claude --version",
      "codex --version",
      "ast-grep --version",
      "sg --version",
      "node --version",
    ],
    ...[
      "npm --version",
      "git --version",
      "gh --version",
      "delta --version",
      "rg --version",
      "jq --version",
    ],
    ...[
      "fzf --version",
      "less --version",
      "man --version",
      "unzip -v",
      "echo 192.0.2.0/24 | aggregate -q",
      "ps --version",
    ],
    ...[
      "nano --version",
      "vim --version",
      "gpg --version",
      "iptables --version",
      "command -v ipset",
    ],
    ...["ip -Version", "dig -v", "curl --version", "ssh -V", "test -e /.agent-sandbox"],
  ])("%s", async (command) => {
    expect(await status(`${command} > /dev/null`)).toBe(0);
  });

  it("an interactive shell has its aliases, and a history that survives", async () => {
    const { stdout } = await sandbox.run(
      "bash",
      "-ic",
      "alias freeclaude; echo $HISTFILE; echo $PROMPT_COMMAND",
    );
    expect(stdout).toContain("claude --dangerously-skip-permissions");
    expect(stdout).toContain("/commandhistory/.bash_history\nhistory -a");
  });

  it("git shows differences by delta", async () => {
    expect((await sandbox.run("git", "config", "core.pager")).stdout).toBe("delta\n");
  });
});
