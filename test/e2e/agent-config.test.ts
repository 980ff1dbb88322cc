import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { agentVolumes, makeHome, unusedOwner, withVolume } from "../support/agent-volume.ts";
import { cli, cliOk } from "../support/cli.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

const owner = unusedOwner();
const volumes = agentVolumes(owner);
const codex = { volume: volumes.codex, owner };
const claude = { volume: volumes.claude, owner };
let repository: Workspace;

beforeAll(() => {
  repository = makeRepository({ owner });
});

afterAll(async () => {
  await volumes[Symbol.asyncDispose]();
  await repository[Symbol.asyncDispose]();
});

/** Answers each request with an error, and says what was asked for. */
const SERVER = `cat > /tmp/server.js <<'EOS'
require("http").createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += chunk)).on("end", () => {
    if (request.method === "POST") console.log("SAW " + JSON.stringify(JSON.parse(body).reasoning));
    response.writeHead(400).end("{}");
  });
}).listen(9999, "127.0.0.1", () => console.log("READY"));
EOS
node /tmp/server.js > /tmp/saw & until grep -q READY /tmp/saw; do sleep 0.1; done; cd /tmp
provider='model_providers.test={name="test",base_url="http://127.0.0.1:9999/v1",wire_api="responses"}'
ask() { command codex exec --strict-config --skip-git-repo-check -c model_provider=test -c "$provider" "$@" hi < /dev/null 2>&1 || true; }
`;

describe("codex-init-config", () => {
  it("writes what the real Codex takes, for its owner alone", async () => {
    const said = await cliOk(["codex-init-config", repository.path]);
    expect(said).toBe(
      `In the volume ${volumes.codex}:\n  Wrote config.toml\n  Wrote high.config.toml\n  Wrote AGENTS.md\n`,
    );
    expect(await withVolume(codex, "stat -c '%n %u %a' . *")).toBe(
      [".", "AGENTS.md", "config.toml", "high.config.toml"]
        .map((name) => `${name} ${owner.toString()} ${name === "." ? "700" : "600"}`)
        .join("\n"),
    );
    expect(await withVolume(codex, "cat AGENTS.md")).toMatch(/agent-sandbox[^]*ast-grep/);
  });

  it("makes the profile take effect: the server is asked for high effort with it alone", async () => {
    const script = `${SERVER} ask; ask --profile high; cat /tmp/saw`;
    const said = await withVolume(codex, script);
    expect(said).not.toMatch(/Error loading config|unknown configuration/);
    expect(said.match(/sandbox: .*/g)).toEqual([
      "sandbox: danger-full-access",
      "sandbox: danger-full-access",
    ]);
    const [plain, high] = said.match(/(?<=SAW ).*/g) ?? [];
    expect(plain).not.toContain('"effort":"high"');
    expect(high).toContain('"effort":"high"');
  });

  it("leaves what is there, says so for each file, and changes only what is forced", async () => {
    await withVolume(
      codex,
      `printf '# mine\\nmodel = "m" # why\\nsandbox_mode = "read-only"\\n' > config.toml; echo mine > AGENTS.md`,
    );
    const said = await cliOk(["codex-init-config", repository.path]);
    expect(said).toBe(
      [
        `In the volume ${volumes.codex}:`,
        "  Left config.toml as it is: it is there already; --force sets what the sandbox needs and keeps the rest",
        "  Left high.config.toml as it is: it has all of this already",
        "  Left AGENTS.md as it is: it is there already; --force replaces it\n",
      ].join("\n"),
    );
    expect(await withVolume(codex, "cat AGENTS.md; cat config.toml")).toBe(
      'mine\n# mine\nmodel = "m" # why\nsandbox_mode = "read-only"',
    );
    const forced = await cliOk(["codex-init-config", repository.path, "--force"]);
    expect(forced).toMatch(
      /Set what the sandbox needs in config\.toml[^]*Replaced AGENTS\.md: what was there is now AGENTS\.md\.before/,
    );
    const after = await withVolume(codex, "cat config.toml AGENTS.md.before");
    expect(after).toMatch(/^# mine\nmodel = "m" # why\nsandbox_mode = "danger-full-access"\n/);
    expect(after).toMatch(/mine$/);
  });

  it("moves a profile that today's Codex refuses, once forced, and loses nothing of it", async () => {
    const legacy = `printf '[profiles.high]\\nmodel = "gpt-5"\\nreasoning_effort = "high"\\nweb_search = "disabled"\\n' > config.toml`;
    await withVolume(codex, `rm high.config.toml; ${legacy}`);
    const said = await cliOk(["codex-init-config", repository.path]);
    expect(said).toContain(
      'Left config.toml as it is: it names the profile "high" itself, with which Codex refuses to use it',
    );
    const refused = await withVolume(codex, `${SERVER} ask --profile high`);
    expect(refused).toContain("Error loading config");
    await cliOk(["codex-init-config", repository.path, "--force"]);
    const tried = await withVolume(codex, `cat *.toml; ${SERVER} ask --profile high; cat /tmp/saw`);
    expect(tried).not.toMatch(/Error loading config|profiles\.high/);
    expect(tried).toMatch(/model = "gpt-5"\nweb_search = "disabled"/);
    expect(tried).toContain('SAW {"effort":"high"');
  });
});

describe("codex-init-config --auth and codex-logout", () => {
  it("copy the login that the real Codex then uses, always anew, and take it away", async () => {
    using home = makeHome({
      ".codex/auth.json": '{"OPENAI_API_KEY":"sk-first"}',
      ".codex/profile.json": '{"name":"ann"}',
    });
    const env = { HOME: home.path, CODEX_HOME: undefined };
    const first = await cliOk(["codex-init-config", repository.path, "--auth"], { env });
    expect(first).toMatch(/Wrote auth\.json\n {2}Wrote profile\.json/);
    using other = makeHome({
      "elsewhere/auth.json": '{"OPENAI_API_KEY":"sk-second"}',
      "elsewhere/profile.json": '{"name":"bob"}',
    });
    const named = { HOME: home.path, CODEX_HOME: `${other.path}/elsewhere` };
    const second = await cliOk(["codex-init-config", repository.path, "--auth"], { env: named });
    expect(second).toMatch(
      /Replaced auth\.json\n {2}Left profile\.json as it is: it is there already/,
    );
    expect(first + second).not.toContain("sk-");
    const inside = await withVolume(
      codex,
      "cat auth.json profile.json; stat -c %a auth.json; codex login status 2>&1; ls -A | grep before || true",
    );
    expect(inside).toMatch(
      /^\{"OPENAI_API_KEY":"sk-second"\}\{"name":"ann"\}600\n[^]*API key configured/,
    );
    expect(inside).not.toMatch(/(auth|profile)\.json\.before/);
    const out = await cliOk(["codex-logout", repository.path]);
    expect(out).toMatch(
      /^Removed auth\.json and profile\.json from the volume .*\nThe tokens themselves still work/,
    );
    expect(await withVolume(codex, "codex login status 2>&1 || true")).toContain("Not logged in");
    expect(await cliOk(["codex-logout", repository.path, "--json"])).toBe(
      `${JSON.stringify({ volume: volumes.codex, removed: [] }, undefined, 2)}\n`,
    );
  });

  it("refuse a broken file before anything is written, and tell nothing of it", async () => {
    using home = makeHome({ ".codex/auth.json": '{"OPENAI_API_KEY": "sk-secret' });
    const env = { HOME: home.path, CODEX_HOME: undefined };
    const failed = await cli(["codex-init-config", repository.path, "--auth"], { env });
    expect(failed.status).toBe(125);
    expect(failed.stderr).toContain(`Cannot use "${home.path}/.codex/auth.json": it is not JSON`);
    expect(failed.stderr + failed.stdout).not.toContain("sk-secret");
    expect(await withVolume(codex, "ls auth.json 2>&1 || true")).toContain("No such file");
  });
});

describe("claude-init-config and claude-logout", () => {
  it("write settings that the real Claude Code takes", async () => {
    expect(await cliOk(["claude-init-config", repository.path])).toBe(
      `In the volume ${volumes.claude}:\n  Wrote settings.json\n  Wrote CLAUDE.md\n`,
    );
    const doctor = "cd /tmp; timeout 100 claude doctor 2>&1 < /dev/null";
    const said = await withVolume(claude, `echo "in $CLAUDE_CONFIG_DIR"; ${doctor}`);
    expect(said).toContain("in /home/node/.claude\n");
    expect(said).toContain("No installation issues found");
    expect(said).not.toContain("Invalid settings");
  });

  it("keep what is set besides, and Claude Code takes that as well", async () => {
    await withVolume(
      claude,
      `printf '{\\n  "model": "opus",\\n  "sandbox": { "enabled": true }\\n}\\n' > settings.json`,
    );
    expect(await cliOk(["claude-init-config", repository.path])).toContain(
      "Left settings.json as it is: it is there already; --force sets",
    );
    await cliOk(["claude-init-config", repository.path, "--force"]);
    const said = await withVolume(
      claude,
      "cat settings.json; cd /tmp; timeout 100 claude doctor 2>&1 < /dev/null",
    );
    expect(said).toMatch(/^\{\n {2}"model": "opus",\n {2}"sandbox": \{\s*"enabled": false/);
    expect(said).not.toContain("Invalid settings");
  });

  it("copy the login that the real Claude Code then has, and take it away", async () => {
    const login = {
      accessToken: "sk-ant-oat01-x",
      refreshToken: "r",
      expiresAt: 4_102_444_800_000,
    };
    const claudeAiOauth = { ...login, scopes: ["user:inference"], subscriptionType: "max" };
    const text = JSON.stringify({ claudeAiOauth, mcpOAuth: { a: "other-secret" } });
    using home = makeHome({ ".claude/.credentials.json": text });
    const env = { HOME: home.path, CLAUDE_CONFIG_DIR: undefined };
    const said = await cliOk(["claude-init-config", repository.path, "--auth"], { env });
    expect(said).toMatch(
      /(Wrote|Set what the sandbox needs in) \.claude\.json[^]*Wrote \.credentials\.json/,
    );
    const status = "cd /tmp; timeout 100 claude auth status 2>&1 < /dev/null || true";
    const inside = await withVolume(claude, `cat .credentials.json; ${status}`);
    expect(inside).toContain('"loggedIn": true');
    expect(inside).not.toContain("other-secret");
    expect(await cliOk(["claude-logout", repository.path])).toContain(
      `Removed .credentials.json from the volume ${volumes.claude}`,
    );
    expect(await withVolume(claude, status)).toContain('"loggedIn": false');
  });
});

describe("whose configuration it is", () => {
  it("is told by the owner of the repository, and by who asks elsewhere", async () => {
    const failed = await cli(["codex-init-config"], { cwd: "/tmp" });
    expect(failed.status).toBe(125);
    expect(failed.stderr).toMatch(
      /"\/tmp" is not the top of a git repository, and you are root\n.*Name a repository/,
    );
    const said = await cliOk(["codex-init-config", "--json"], { cwd: repository.path });
    expect(JSON.parse(said)).toMatchObject({
      volume: volumes.codex,
      files: [{ name: "config.toml" }, { name: "high.config.toml" }, { name: "AGENTS.md" }],
    });
  });
});
