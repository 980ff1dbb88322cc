// The acceptance criteria of the policy on a real container, by the one file that states them: the
// section "sandbox" of .uds/config.yaml.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { trust } from "../support/trust.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

const HOOK = "/usr/local/lib/agent-sandbox/hook/agent-hook claude";
const MARK = "of-the-host-4711";

let workspace: Workspace;
let home: string;

beforeAll(() => {
  workspace = makeRepository();
  const secrets = [".env", ".env.local", "app/server.pem", "credentials.json", "app/deep/my.key"];
  workspace.host(
    `mkdir -p .uds app/deep ../other
     for file in ${secrets.join(" ")} .env.example ../other/file; do echo ${MARK} > $file; done`,
  );
  const config = join(import.meta.dirname, "../fixtures/uds-config.yaml");
  copyFileSync(config, join(workspace.path, ".uds/config.yaml"));
  home = mkdtempSync(join(tmpdir(), "agent-sandbox-home-"));
  for (const name of [".ssh/id_rsa", ".aws/credentials"]) {
    mkdirSync(join(home, name, ".."), { recursive: true });
    writeFileSync(join(home, name), MARK);
  }
  mkdirSync(join(home, ".config/agent-sandbox"), { recursive: true });
  const image = JSON.stringify({ container: { image: TEST_IMAGE } });
  writeFileSync(join(home, ".config/agent-sandbox/config.json"), image);
  trust(workspace.path, { HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

const env = () => ({
  ...{ HOME: home, XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined },
  ...{ AWS_PROFILE: MARK, GITHUB_TOKEN: MARK, STRIPE_KEY: MARK, DB_SECRET: MARK, X_TOKEN: MARK },
  ...{ NODE_ENV: "test", DEBUG: "app:*" },
});
const inside = async (script: string) =>
  await cli(["run", workspace.path, "--", "sh", "-c", script], { env: env() });

describe("file system restrictions", () => {
  it("has the project, to read and to write", async () => {
    const { stdout } = await inside("cat .env.example README.md && echo x > made && cat made");
    expect(stdout).toBe(`${MARK}\nhello\nx\n`);
    expect(workspace.host("cat made")).toBe("x\n");
  });

  it.each(["~/.ssh/id_rsa", "~/.aws/credentials", "../other/file", "/etc/hostname"])(
    "has nothing of the host's %s",
    async (path) => {
      const host = path === "/etc/hostname" ? workspace.host("cat /etc/hostname") : MARK;
      expect((await inside(`cat ${path}`)).stdout).not.toContain(host.trim());
      const absolute = join(workspace.path, "../other/file");
      expect((await inside(`cat ${absolute}; ls ${home}`)).stdout).toBe("");
    },
  );
});

describe("sensitive files", () => {
  it.each([".env", ".env.local", "app/server.pem", "credentials.json", "app/deep/my.key"])(
    "%s cannot be read, by whatever name",
    async (file) => {
      const attempts = [
        `cat ${file}`,
        `cat ./app/../${file}`,
        `ln -s ${file} link; cat link; rm link`,
        `cat /proc/self/cwd/${file}`,
        `cp ${file} copy; cat copy`,
      ];
      expect((await inside(attempts.join("; "))).stdout).toBe("");
    },
  );
});

describe("environment variables", () => {
  it("lets those in that are named, and none that is a secret", async () => {
    const { stdout } = await inside("env");
    expect(stdout).not.toContain(MARK);
    expect(stdout).toMatch(/^NODE_ENV=test$/m);
    expect(stdout).toMatch(/^DEBUG=app:\*$/m);
    for (const name of ["PATH", "HOME", "USER"]) expect(stdout).toMatch(RegExp(`^${name}=.`, "m"));
  });
});

describe("the network", () => {
  it("refuses other hosts, and has its own loopback", async () => {
    const server = "require('http').createServer((_, r) => r.end('own')).listen(8123)";
    const script = `
      node -e "${server}" & sleep 1
      curl -sS --max-time 5 http://localhost:8123/; kill $!
      curl -sS --max-time 5 https://evil.example/ 2>&1
      getent hosts registry.example || echo refused`;
    const { stdout } = await inside(script);
    expect(stdout).toContain("own");
    expect(stdout).toContain("Could not resolve host: evil.example");
    expect(stdout).toContain("refused");
  });
});

describe("tool calls", () => {
  it("are refused, and the log of the host says so", async () => {
    const call = JSON.stringify({ tool_name: "Read", tool_input: { file_path: ".env" } });
    expect((await inside(`printf %s '${call}' | ${HOOK}`)).status).toBe(2);
    const args = ["log", workspace.path, "--blocked-only", "--operation", "read", "--json"];
    const [line = ""] = (await cliOk(args, { env: env() })).split("\n");
    expect(JSON.parse(line)).toMatchObject({
      ...{ agent: "claude", operation: "read", result: "blocked" },
      ...{ policy: "sensitive-file-pattern", target: expect.stringMatching(/\/\.env$/) },
    });
  });
});
