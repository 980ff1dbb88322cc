// environment.allow: a key goes to the command that starts with it, and to nothing that stays.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { trust } from "../support/trust.ts";
import { configure, docker, makeWorkspace, type Workspace } from "../support/workspace.ts";
import { userConfig } from "../support/user-config.ts";

const SECRET = "k-3f9c1b7e5a";

let workspace: Workspace;
let state: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  const config = userConfig(join(state, "config"), {
    environment: { allow: ["API_KEY", "NEVER_SET", "BOTH"], set: { BOTH: "configured" } },
  });
  const own = { XDG_STATE_HOME: state, ...config };
  env = { ...own, API_KEY: SECRET, OTHER_KEY: `${SECRET}-other` };
  workspace = await makeWorkspace();
  await cliOk(["start", workspace.path], { env });
});

afterAll(async () => {
  await cliOk(["stop", workspace.path, "--all"], { env });
  await workspace[Symbol.asyncDispose]();
  rmSync(state, { recursive: true, force: true });
});

/** The environment of a command inside. */
async function inside(more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const options = { env: { ...env, ...more } };
  return (await cliOk(["run", workspace.path, "--", "env"], options)).split("\n");
}

describe("environment.allow", () => {
  it("hands in what it names and is set, and nothing else", async () => {
    const variables = await inside();
    expect(variables).toContain(`API_KEY=${SECRET}`);
    expect(variables.filter((line) => /^(OTHER_KEY|NEVER_SET)=/.test(line))).toEqual([]);
  });

  it("goes before environment.set, which is the value where the host has none", async () => {
    expect(await inside()).toContain("BOTH=configured");
    expect(await inside({ BOTH: "of the host" })).toContain("BOTH=of the host");
  });

  it("takes the value of the moment, in the same container", async () => {
    const id = containers();
    expect(await inside({ API_KEY: "another" })).toContain("API_KEY=another");
    expect(containers()).toEqual(id);
  });

  it("leaves the value in no container, no process that stays, no image and no log", async () => {
    await inside();
    const [id = ""] = containers();
    const processes = "cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr '\\0' '\\n'";
    const looks = [
      docker(["inspect", id]),
      docker(["logs", id]),
      docker(["image", "inspect", docker(["inspect", "--format", "{{.Image}}", id])[0] ?? ""]),
      docker(["exec", "--user", "1000", id, "sh", "-c", `(${processes}) 2>/dev/null`]),
    ];
    expect(looks.flat().filter((word) => word.includes(SECRET))).toEqual([]);
    expect(looks[0]?.length).toBeGreaterThan(100);
  });

  it("leaves it in no record, and show-run does not show it", async () => {
    await inside();
    const shown = await cli(["show-run", workspace.path, "--json"], { env });
    expect(shown.status).toBe(0);
    expect(shown.stdout + shown.stderr).not.toContain(SECRET);
    const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const holding = files.filter((file) =>
      readFileSync(join(file.parentPath, file.name), "utf8").includes(SECRET),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(holding).toEqual([]);
  });
});

function containers(): readonly string[] {
  const label = `label=agent-sandbox.workspace=${workspace.path}`;
  return docker(["ps", "--quiet", "--filter", label]);
}

describe("environment.inherit", () => {
  const caller = {
    ...{ MY_FLAG: "of the host", EDITOR: "ed", FORCE_COLOR: "1", DATABASE_URL: "db://a:b@c/d" },
    ...{ LD_LIBRARY_PATH: "/of/the/host", LC_ALL: "C", TMPDIR: "/of/the/host" },
  };

  it("of all hands in what the host has, but for secrets and what the image has of its own", async () => {
    configure(workspace, { environment: { inherit: "all", block: ["EDITOR"] } });
    trust(workspace.path, env);
    const variables = await inside(caller);
    expect(variables).toContain("MY_FLAG=of the host");
    expect(variables).toContain("HOME=/home/node");
    const kept =
      /^(OTHER_KEY|DATABASE_URL|LD_LIBRARY_PATH|LC_ALL|TMPDIR)=|^EDITOR=ed|of.the.host\//;
    expect(variables.filter((line) => kept.test(line))).toEqual([]);
    expect(variables.find((line) => line.startsWith("PATH="))).toMatch(/^PATH=\/usr\/local\/sbin:/);
  });

  it("of none hands in what is named alone", async () => {
    configure(workspace, { environment: { inherit: "none", allow: ["API_KEY"], set: { A: "1" } } });
    trust(workspace.path, env);
    const variables = await inside(caller);
    expect(variables).toEqual(expect.arrayContaining([`API_KEY=${SECRET}`, "A=1"]));
    expect(variables.filter((line) => /^(MY_FLAG|EDITOR=ed|FORCE_COLOR|TERM)/.test(line))).toEqual(
      [],
    );
  });
});
