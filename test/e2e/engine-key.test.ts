// The engine that the configuration names: whose word it is, and who says otherwise.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { cli } from "../support/cli.ts";
import { type Machine, makeMachine } from "../support/on-this-machine.ts";

const WHERE = ["--", "sh", "-c", "test -e /run/agent-sandbox/depth && echo this machine"];
const ON_THIS_MACHINE = [0, "this machine\n", ""];
const UNTRUSTED =
  "runs on this machine itself, with all of its files and its network but what is closed";

/** A machine whose Docker daemon is not there: what goes to it fails, and says so. */
function setup({ own, project }: { readonly own?: object; readonly project?: object }) {
  const machine = makeMachine({ uid: 1000, config: project });
  if (own !== undefined) {
    machine.host("mkdir -p ~/.config/agent-sandbox");
    configure(machine, own);
  }
  const ask = async (...words: readonly string[]) => {
    const as = [...machine.as, "DOCKER_HOST=unix:///nonexistent/docker.sock"];
    return await cli(words, { as, cwd: machine.workspace });
  };
  return { ...machine, ask, [Symbol.dispose]: () => machine[Symbol.dispose]() };
}

function configure({ home }: Machine, config: object): void {
  writeFileSync(join(home, ".config/agent-sandbox/config.json"), JSON.stringify(config));
}

describe("the key engine", () => {
  it("is what run takes where no flag says otherwise, and the flag wins", async () => {
    using machine = setup({ own: { engine: "bwrap" } });
    const { status, stdout, stderr } = await machine.ask("run", ...WHERE);
    expect([status, stdout, stderr]).toEqual(ON_THIS_MACHINE);
    const flagged = await machine.ask("run", "--engine", "docker", ...WHERE);
    expect([flagged.status, flagged.stdout]).toEqual([125, ""]);
    expect(flagged.stderr).toContain("nonexistent/docker.sock");
  });

  it("is docker where nobody has written it", async () => {
    using machine = setup({});
    const { status, stderr } = await machine.ask("run", ...WHERE);
    expect([status, stderr]).toEqual([125, expect.stringContaining("nonexistent/docker.sock")]);
  });

  it("says of auto which one it took, and why", async () => {
    using machine = setup({ own: { engine: "auto" } });
    const { status, stdout, stderr } = await machine.ask("run", ...WHERE);
    expect([status, stdout]).toEqual([0, "this machine\n"]);
    expect(stderr).toBe("Engine: bwrap, on this machine itself: no Docker daemon answers\n");
    const branch = await machine.ask("run", "--branch", "x", ...WHERE);
    expect(branch.stderr).toContain("Engine: docker, which alone has branches\n");
    expect(branch.status).toBe(125);
  });

  it("refuses a branch by bwrap, and anything by virtual, with the way out", async () => {
    using machine = setup({ own: { engine: "bwrap" } });
    const branch = await machine.ask("run", "--branch", "x", ...WHERE);
    expect([branch.status, branch.stderr]).toEqual([2, expect.stringContaining("--engine docker")]);
    configure(machine, { engine: "virtual" });
    const { status, stdout, stderr } = await machine.ask("run", ...WHERE);
    expect([status, stdout]).toEqual([125, ""]);
    expect(stderr).toMatch(/Cannot keep "engine" of ".*config\.json": no program/);
    const flagged = await machine.ask("run", "--engine", "bwrap", ...WHERE);
    expect(flagged.stdout).toBe("this machine\n");
  });

  it("holds for agent run as well", async () => {
    using machine = setup({ own: { engine: "bwrap" } });
    machine.host(`mkdir -p .claude/agents ../bin
      printf -- '---\\ntools: Read\\n---\\nYou read.\\n' > .claude/agents/reader.md
      printf '#!/bin/sh\\ncat > /dev/null\\ntest -e /run/agent-sandbox/depth && exit 7\\n' > ../bin/claude
      chmod +x ../bin/claude`);
    const path = `PATH=${machine.home}/bin:${process.env["PATH"] ?? ""}`;
    const words = ["agent", "run", "reader", "--", "do it"];
    const as = [...machine.as, path];
    expect((await cli(words, { as, cwd: machine.workspace })).status).toBe(7);
  });
});

describe("a repository's own word on the engine", () => {
  it.each(["bwrap", "auto"])("moves nobody to %s who has not agreed", async (engine) => {
    using machine = setup({ project: { engine } });
    const { status, stdout, stderr } = await machine.ask("run", ...WHERE);
    expect([status, stdout]).toEqual([125, ""]);
    expect(stderr).toContain("runs on this machine itself");
    expect(stderr).toContain("agent-sandbox trust");
    expect((await machine.ask("run", "--trust", ...WHERE)).stdout).toBe("this machine\n");
    expect((await machine.ask("trust")).status).toBe(0);
    expect((await machine.ask("run", ...WHERE)).stdout).toBe("this machine\n");
  });

  it("says what it gives before anybody agrees", async () => {
    using machine = setup({ project: { engine: "bwrap" } });
    expect((await machine.ask("trust")).stdout).toContain(UNTRUSTED);
  });

  it("is nothing beside a user's lock, and needs no word where the user says the same", async () => {
    using machine = setup({
      own: { engine: "docker", locked: ["engine"] },
      project: { engine: "bwrap" },
    });
    const { status, stderr } = await machine.ask("run", ...WHERE);
    expect([status, stderr]).toEqual([125, expect.stringContaining("nonexistent/docker.sock")]);
    configure(machine, { engine: "bwrap" });
    const same = await machine.ask("run", ...WHERE);
    expect([same.status, same.stdout, same.stderr]).toEqual(ON_THIS_MACHINE);
  });

  it("may hold what runs inside further off, unasked", async () => {
    using machine = setup({ own: { engine: "bwrap" }, project: { engine: "docker" } });
    const { status, stderr } = await machine.ask("run", ...WHERE);
    expect([status, stderr]).toEqual([125, expect.stringContaining("nonexistent/docker.sock")]);
  });

  it("is read from --config as the user's own", async () => {
    using machine = setup({});
    writeFileSync(join(machine.home, "mine.json"), '{ "engine": "bwrap" }');
    const { stdout } = await machine.ask("run", "--config", "../mine.json", ...WHERE);
    expect(stdout).toBe("this machine\n");
  });
});

describe("policy and config", () => {
  it("show the engine, and answer for the one that would run it", async () => {
    using machine = setup({});
    const shown = await machine.ask("policy", "show");
    expect(shown.stdout).toMatch(/^engine +docker +engine \(defaults\)/m);
    expect((await machine.ask("policy", "explain", "connect", "a.test:443")).status).toBe(1);
    expect((await machine.ask("config", "set", "--user", "engine", "bwrap")).status).toBe(0);
    expect((await machine.ask("config", "get", "engine")).stdout).toBe("bwrap\n");
    const changed = await machine.ask("policy", "show");
    expect(changed.stdout).toMatch(/^engine +bwrap +.*config/m);
    expect(changed.stdout).toMatch(/^network.external +all/m);
    expect((await machine.ask("policy", "explain", "connect", "a.test:443")).status).toBe(0);
    const wrong = await machine.ask("config", "set", "--user", "engine", "podman");
    expect(wrong.status).not.toBe(0);
    expect(wrong.stderr).toContain(`"podman" is not one of "docker"`);
  });

  it("are tried by agent-sandbox test as the engine that would run has them", async () => {
    using machine = setup({ own: { engine: "bwrap" } });
    const asked = await machine.ask("test");
    expect([asked.status, asked.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok +allow +connect exfiltration\.example:443$/m),
    ]);
    const tests = [{ read: "/srv/other/README.md", expect: "allow" }];
    configure(machine, { engine: "bwrap", network: { external: "domains" }, tests });
    const closed = await machine.ask("test");
    expect([closed.status, closed.stdout]).toEqual([
      0,
      expect.stringMatching(/^changed +allow +connect exfiltration\.example:443$/m),
    ]);
    configure(machine, { engine: "docker", tests });
    const { status, stdout } = await machine.ask("test");
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^failed +allow +read \/srv/m)]);
    expect(stdout).toMatch(/^ok +deny +connect exfiltration\.example:443$/m);
  });

  it("answer for virtual, and say what auto is", async () => {
    using machine = setup({ own: { engine: "virtual" } });
    expect(JSON.parse((await machine.ask("policy", "show", "--json")).stdout)).toMatchObject({
      ...{ engine: "virtual", engineChoice: { value: "virtual", source: { layer: "user" } } },
    });
    configure(machine, { engine: "auto" });
    const { stdout, stderr } = await machine.ask("policy", "show");
    expect(stdout).toMatch(/^engine +auto/m);
    expect(stderr).toContain("Engine: bwrap, on this machine itself: no Docker daemon answers");
  });
});
