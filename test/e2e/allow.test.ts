// `allow` from the command line to the packet: a host of the tests' own internet is opened in a sandbox
// that runs, closes again by itself, and is on record with who did it.
import { userInfo } from "node:os";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { untilClosed } from "../support/allow-host.ts";
import { cli, cliOk } from "../support/cli.ts";
import { docker, tryDocker } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { TEST_IMAGE, until } from "../support/sandbox-image.ts";
import { configure, makeWorkspace, type Workspace } from "../support/workspace.ts";

let internet: Internet;
let workspace: Workspace;

const config = (network: Readonly<Record<string, unknown>> | false) => ({
  network: network && { dns: [internet.dns], ...network },
  container: { network: internet.network, "base-tag": TEST_IMAGE.split(":").at(-1) },
});

beforeAll(async () => {
  internet = await openInternet("agent-sandbox.test=e2e-allow");
  await internet.setName("allowed.example", internet.web[0]);
  await internet.setName("new.example", internet.web[1]);
  await internet.setName("short.example", internet.web[1]);
  workspace = await makeWorkspace();
  configure(
    workspace,
    config({
      domains: ["allowed.example"],
      "denied-domains": ["denied.example", "*.evil.example"],
    }),
  );
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  await internet.close();
});

const allow = (...args: readonly string[]) => cli(["allow", ...args], { cwd: workspace.path });
const curl = async (name: string) => {
  const argv = ["curl", "--silent", "--max-time", "5", `http://${name}/`];
  return (await cli(["run", workspace.path, "--", ...argv])).status;
};
const container = async () => {
  const label = `label=agent-sandbox.workspace=${workspace.path}`;
  return await docker(["ps", "--quiet", "--filter", label, "--filter", "label=agent-sandbox.plan"]);
};

interface AllowRecord {
  readonly event: string;
  readonly target: string;
  readonly user: string;
  readonly uid: number;
  readonly until?: string;
  readonly result?: string;
  readonly reason?: string;
}

const onRecord = async (): Promise<readonly AllowRecord[]> => {
  const lines = await cliOk(["log", workspace.path, "--operation", "allow", "--json"]);
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AllowRecord);
};

describe("allow, where no sandbox runs", () => {
  it("fails with 125 and says what opens the name", async () => {
    const { status, stderr } = await allow("new.example");
    expect(status).toBe(125);
    expect(stderr).toContain('Cannot open "new.example": no sandbox runs here');
    expect(stderr).toContain('"network.domains"');
    const branch = await allow("new.example", "--branch", "feat");
    expect(branch.status).toBe(125);
    expect(branch.stderr).toContain('no sandbox of "feat" runs here');
  });
});

describe("allow", () => {
  beforeAll(async () => {
    await cliOk(["start", workspace.path, "--build"]);
  });

  it("opens a name until the sandbox ends, and says so", async () => {
    expect(await curl("new.example")).toBe(6);
    const { status, stdout } = await allow("NEW.example.");
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Opened "new\.example" in agent-sandbox-\S+, until the sandbox ends\n$/,
    );
    expect(await curl("new.example")).toBe(0);
    expect((await allow("new.example")).status).toBe(0);
    expect(await curl("allowed.example")).toBe(0);
  });

  it("opens one for a while, after which it is closed though nobody is there", async () => {
    const allowed = JSON.parse(
      await cliOk(["allow", "short.example", workspace.path, "--for", "6s", "--json"]),
    ) as { readonly until: string };
    expect(allowed).toMatchObject({ name: "short.example", result: "opened" });
    expect(await curl("short.example")).toBe(0);
    await untilClosed(await container());
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(allowed.until));
    expect(await curl("short.example")).toBe(6);
    expect(await curl("new.example")).toBe(0);
  });

  it("loses none of many at once", async () => {
    const names = ["a.example", "b.example", "c.example"];
    for (const name of names) await internet.setName(name, internet.web[1]);
    const all = await Promise.all(names.map((name) => allow(name, "--for", "1h")));
    expect(all.map(({ status }) => status)).toEqual([0, 0, 0]);
    for (const name of names) expect(await curl(name)).toBe(0);
  });

  it("says that a name is open already", async () => {
    expect(await allow("allowed.example")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^"allowed\.example" is open already in /) as unknown,
    });
  });

  it.each(["denied.example", "x.evil.example", "*.evil.example", "*.x.evil.example"])(
    "does not open %s, which the configuration denies",
    async (name) => {
      const { status, stderr } = await allow(name);
      expect(status).toBe(126);
      expect(stderr).toContain("which is denied");
      expect(stderr).toContain("network.denied-domains");
    },
  );

  it("leaves closed what is denied within a wildcard", async () => {
    await internet.setName("denied.example", internet.web[1]);
    await internet.setName("fine.example", internet.web[1]);
    expect((await allow("*.example", "--for", "1h")).status).toBe(0);
    expect(await curl("fine.example")).toBe(0);
    expect(await curl("denied.example")).toBe(6);
    expect(await curl("x.evil.example")).toBe(6);
  });

  it.each([
    ["a URL", ["https://new.example/"], "URL"],
    ["an address", ["192.0.2.1"], "address"],
    ["every host", ["*"], "every host"],
    ["an option", ["--", "-x"], "host name"],
    ["no duration", ["new.example", "--for", "soon"], "duration"],
    ["no time at all", ["new.example", "--for", "0"], "duration"],
    ["nothing", [], "domain"],
  ])("refuses %s with status 2", async (_, args, word) => {
    const { status, stderr } = await allow(...args);
    expect(stderr).toContain(word);
    expect(status).toBe(2);
  });

  it("is on record with who did it and until when, also where it was refused", async () => {
    const records = await onRecord();
    const { username, uid } = userInfo();
    expect(new Set(records.map(({ user }) => user))).toEqual(new Set([username]));
    expect(new Set(records.map((record) => record.uid))).toEqual(new Set([uid]));
    const short = records.find(({ target }) => target === "short.example");
    expect(short).toMatchObject({ event: "allow.started", workspace: workspace.path });
    expect(Date.parse(short?.until ?? "")).toBeGreaterThan(Date.now() - 3_600_000);
    expect(records).toContainEqual(
      expect.objectContaining({ target: "denied.example", result: "denied" }),
    );
    const shown = await cliOk(["log", workspace.path, "--operation", "allow"]);
    expect(shown).toMatch(new RegExp(`allowed +allow +new\\.example .*by ${username} \\(`));
    expect(shown).toMatch(/blocked +allow +denied\.example +denied-host/);
    expect((await cli(["log", workspace.path, "--verify"])).status).toBe(0);
  });

  it("opens nothing where the record cannot be written", async () => {
    const env = { XDG_STATE_HOME: "/dev/null" };
    const { status } = await cli(["allow", "unrecorded.example", workspace.path], { env });
    expect(status).toBe(125);
    const list = ["exec", await container(), "cat", "/run/agent-sandbox/opened/list"];
    expect(await docker(list)).not.toContain("unrecorded.example");
  });

  it("fails with 125 where the container dies meanwhile, and says that the sandbox has ended", async () => {
    const id = await container();
    // Somebody else is at it, so that this one waits.
    const lock = "flock /run/agent-sandbox/opened/lock sleep 60";
    const holder = ["setpriv", "--reuid=64053", "--clear-groups", "sh", "-c", lock];
    await docker(["exec", "--detach", "--user", "root", id, ...holder]);
    const isFree =
      "setpriv --reuid=64053 --clear-groups flock -n /run/agent-sandbox/opened/lock true";
    const look = ["exec", "--user", "root", id, "sh", "-c", isFree];
    await until(async () => (await tryDocker(look)).status !== 0);
    const waiting = allow("late.example");
    await until(async () => (await docker(["top", id])).includes("late.example"));
    await docker(["kill", id]);
    const { status, stderr } = await waiting;
    expect(status).toBe(125);
    expect(stderr).toContain("the sandbox has ended");
  });

  it("is for the sandbox as it runs: one that starts again starts without", async () => {
    await cliOk(["start", workspace.path]);
    expect(await curl("new.example")).toBe(6);
    expect((await allow("new.example")).status).toBe(0);
    expect(await curl("new.example")).toBe(0);
    configure(workspace, config({ domains: ["allowed.example"], ports: [8443] }));
    await cliOk(["restart", workspace.path]);
    expect(await curl("new.example")).toBe(6);
  });

  it("opens nothing where the network is closed", async () => {
    configure(workspace, config(false));
    await cliOk(["restart", workspace.path]);
    const { status, stderr } = await allow("new.example");
    expect(status).toBe(126);
    expect(stderr).toContain("the network is closed");
  });
});
